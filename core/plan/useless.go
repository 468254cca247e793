package plan

// UselessAbove is the share of a column's cells that are not what the schema says above which the column is useless as it is read: a release
// would describe hardly any of it.
const UselessAbove = .5
