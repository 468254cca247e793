package mechanism

// constructors has one entry for each of method.All.
var constructors = map[string]func(Params) (Mechanism, error){
	NameGaussian:   constructor(NewGaussian),
	NameNuclear:    constructor(NewNuclear),
	NamePPCA:       constructor(NewPPCA),
	NameGibbs:      constructor(NewGibbs),
	NameSequential: constructor(NewSequential),
	NameLaplace:    constructor(NewLaplace),
	NameMODSULQ:    constructor(NewMODSULQ),
	NameSULQ:       constructor(NewSULQ),
	NameRandom:     constructor(NewRandom),
}

// constructor returns a nil Mechanism with an error.
func constructor[M Mechanism](construct func(Params) (M, error)) func(Params) (Mechanism, error) {
	return func(p Params) (Mechanism, error) {
		m, err := construct(p)
		if err != nil {
			return nil, err
		}
		return m, nil
	}
}
