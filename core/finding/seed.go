package finding

// Seed is the seed of the public draws that the level is simulated from.
const Seed = 7
