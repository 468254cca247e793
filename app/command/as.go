//go:build !js

package command

import (
	"privatepca/core/fault"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// earlier reads the document of an earlier release, as which a table under s is to be measured, and gives what the table takes over.
func earlier(path string, s *schema.Schema, relation privacy.Relation) (*release.Earlier, *plan.As, error) {
	d, text, err := readDocument(path)
	if err != nil {
		return nil, nil, err
	}
	if wrong := release.Contradicts(release.Verify(d, text)); wrong != "" {
		return nil, nil, about(path, fault.New(fault.CodeRequest, wrong))
	}
	first, err := release.EarlierOf(d, text)
	var as *plan.As
	if err == nil {
		as, err = first.Take(s, relation)
	}
	if err != nil {
		return nil, nil, about(path, fault.Public(fault.CodeRequest, err))
	}
	return first, as, nil
}
