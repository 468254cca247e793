package words

import "fmt"

// Group says what a release can find, of a table of so many columns: the least group that is usually found. Poor says that so large a group
// is a reason not to release. Where there are categories of three or more levels the group is one of numbers (see LevelsNeedMore).
func Group(least, columns int, poor, levels bool) string {
	of := ""
	if levels {
		of = " of numbers"
	}
	switch {
	case least > columns:
		return fmt.Sprintf("Nothing weaker than a correlation of .4 between all columns can be found: even a group of %s that correlate by .4 with each other, as they stand in the table, mostly stays hidden in the noise.", Count(int64(columns), "column"))
	case poor:
		return fmt.Sprintf("Only a group of %s%s, of %d columns, that correlate by .4 with each other, as they stand in the table, is usually found.", Count(int64(least), "column"), of, columns)
	}
	return fmt.Sprintf("A group of %s%s that correlate by .4 with each other, as they stand in the table, is usually found. Fewer or weaker ones mostly are not.", Count(int64(least), "column"), of)
}

// GroupHeadline is Group in a few words: what stands before, what is stressed, and what stands after.
func GroupHeadline(least, columns int, poor, levels bool) []string {
	of := ""
	if levels {
		of = " of numbers"
	}
	switch {
	case least > columns:
		return []string{"Finds ", "nothing weaker than .4", " between all columns"}
	case poor:
		return []string{"Finds only ", fmt.Sprintf("groups of %d or more of %d columns", least, columns) + of, " that correlate by .4, as they stand in the table"}
	}
	return []string{"Finds ", "groups of " + Count(int64(least), "or more column") + of, " that correlate by .4, as they stand in the table"}
}

// Against advises against a release of that kind: what would do, each alone. No ε does where it is 0.
func Against(rows, epsilon float64) string {
	first := "Better not to release like this: the noise hides most of what columns have in common, and the budget would be gone. A group of a quarter of the columns is found with " +
		RoundedUp(rows) + " rows"
	if epsilon > 0 {
		return first + ", or from ε = " + ThreeUp(epsilon) + " on."
	}
	return first + ". No ε up to 1,000 would do: chance between so few rows is as large."
}

// CorrelationNoise says how far the noise alone moves a correlation, and what makes it smaller.
func CorrelationNoise(sd float64, columns int) string {
	if sd >= .5 {
		return fmt.Sprintf("Of %s no correlation of two of them will be seen beside the noise. Leave out columns that no question needs: half as many have half the noise.", Count(int64(columns), "column"))
	}
	return fmt.Sprintf("The noise of %s moves a correlation of two numbers by up to about %s (95 %%). Leave out columns that no question needs: half as many have half the noise.", Count(int64(columns), "column"), ThreeUp(1.96*sd))
}

// LevelsMayLead warns of directions of a mechanism that releases no matrix, where there are categories.
const LevelsMayLead = "This mechanism releases no matrix from which the columns' scales could be read. Single levels of categories may take the leading directions."

// LevelsNeedMore says what Group does not promise: a category counts as one column, shared among its levels, so that a direction of several categories
// is that much smaller. Of twelve categories of five levels that were cut from numbers that correlate by .4 the exact eigenvalue is 1.15, that of the
// numbers 5.4.
const LevelsNeedMore = "Columns with three or more categories need much larger groups, since each counts as one column, shared among its categories. Where categories have an order, say so on the page of columns: as ordered levels they count like a number."
