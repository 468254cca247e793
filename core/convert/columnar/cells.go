package columnar

// Cells are written as a line has them, each with the comma after it: a column's cells of some rows, or the values of a dictionary.
//
// Most cells of most tables have a few characters. Such a cell is a word: its bytes from the low end, and in the highest byte how many they
// are. One store of eight bytes writes it, and the next cell overwrites what was too much. A word whose highest byte is 0 stands for a
// text; the rest of it says which one in a dictionary.
type cells struct {
	words   []uint64
	text    []byte // the cells that no word holds, one after another
	ends    []int  // of each of these, in text
	longest int    // bytes of the longest cell
}

const (
	mostWord  = 7           // bytes in a word
	leastWord = 1 << 56     // a smaller one stands for a text
	empty     = 1<<56 | ',' // a cell without a value
)

// word is the word of the cell whose text was appended since the text was so long.
func (c *cells) word(from int) uint64 {
	c.text = append(c.text, ',')
	n := len(c.text) - from
	c.longest = max(c.longest, n)
	if n > mostWord {
		c.ends = append(c.ends, len(c.text))
		return uint64(len(c.ends) - 1)
	}
	word := uint64(n) << 56
	for i, b := range c.text[from:] {
		word |= uint64(b) << (8 * i)
	}
	c.text = c.text[:from]
	return word
}

// name appends the text that a word of another list stands for.
func (c *cells) name(of *cells, word uint64) {
	from := 0
	if word > 0 {
		from = of.ends[word-1]
	}
	c.text = append(c.text, of.text[from:of.ends[word]]...)
	c.ends = append(c.ends, len(c.text))
}

// held is their memory, in bytes.
func (c *cells) held() int64 {
	if c == nil {
		return 0
	}
	return int64(cap(c.text)) + 8*int64(cap(c.ends)+cap(c.words))
}

// A block has a column's cells of some rows.
type block struct {
	cells
	texts, next int // of the cells that were appended to lines: how many were texts, and where the next text begins
}

// drop takes the first n cells away, which were appended to lines.
func (b *block) drop(n int) {
	if n == len(b.words) {
		b.words, b.text, b.ends = b.words[:0], b.text[:0], b.ends[:0]
	} else {
		b.words = b.words[:copy(b.words, b.words[n:])]
		b.text = b.text[:copy(b.text, b.text[b.next:])]
		for i, end := range b.ends[b.texts:] {
			b.ends[i] = end - b.next
		}
		b.ends = b.ends[:len(b.ends)-b.texts]
	}
	b.texts, b.next = 0, 0
}
