package advice

import "privatepca/core/fault"

const stands = "Nothing was taken over from it; answers that stood before still stand."

// rows are what is said of each fault, but of refused choices.
var rows = map[Key]Row{
	{Code: fault.CodeFile}: {
		Title: "The file could not be read", Action: ChooseFile, Unnamed: true,
		Advice: "Nothing of this file was kept. Correct it and choose it again, or choose another.",
	},
	{Code: fault.CodeFile, Reason: fault.Moved}: {
		Title: "The file could not be read", Action: ChooseFile, Unnamed: true,
		Page:   "The file changed or vanished while it was read. Nothing was released. Choose it again.",
		Advice: "If the file was moved or changed since it was chosen, choose it again.",
	},
	{Code: fault.CodeFile, Reason: fault.MovedLater}: {
		Title: "The file could not be read", Action: ChooseFile, Unnamed: true,
		Page:   "The file could not be read again as it was before. No document was written, but draws were made: count the release as spent. Choose the file again.",
		Advice: "If the file was moved or changed since it was chosen, choose it again.",
	},
	{Code: fault.CodeFile, Reason: fault.BrokenOff}: {
		Title: "The file could not be read", Action: ChooseFile, Unnamed: true,
		Advice: "If the file was moved or changed since it was chosen, choose it again.",
	},
	{Code: fault.CodeFile, Reason: fault.Unopened}: {
		Title: "The file could not be read", Action: ChooseFile, Unnamed: true,
		Page:   "The file could not be opened. Choose it again.",
		Advice: "If the file was moved or changed since it was chosen, choose it again.",
	},
	{Code: fault.CodeFile, Reason: fault.NoAccess}: { // of the page's own reading
		Title: "The file could not be read", Action: ChooseFile, Unnamed: true,
		Page:   "The browser did not give access to it.",
		Advice: "It may have been moved since it was chosen. Choose it again.",
	},
	{Code: fault.CodeFile, Reason: fault.TooLong}: {
		Title: "The file is too large for a schema or a release", Action: ChooseFile, Unnamed: true,
		Page:   "Files that end in .json are read as schemas, releases or configurations.",
		Advice: "Choose the schema or the release. Records belong in a CSV or TSV file.",
	},
	{Code: fault.CodeHeader}: {
		Title: "The first line is no usable header", Action: ChooseFile,
		Advice: "The first line must name each column once. Correct it in an editor, then choose the file again.",
	},
	{Code: fault.CodeRecords}: {
		Title: "The file could not be read to the end", Action: ChooseFile, Unnamed: true,
		Advice: "Choose a file that has a header row and records.",
	},
	{Code: fault.CodeRecords, Reason: fault.AtLine}: {
		Title: "The file could not be read to the end", Action: ChooseFile, Unnamed: true,
		Advice: "Most often a quote is missing or the file was cut. Check that line in an editor, then choose the file again.",
	},
	{Code: fault.CodeSchema}: {
		Title: "The answers do not fit the file", Action: EditColumns,
		Advice: "Correct the answer; everything else stays.",
	},
	{Code: fault.CodeSchema, Reason: fault.Together}: {
		Title: "The answers do not fit together", Action: Dismiss,
		Advice: "Correct the answer; everything else stays.",
	},
	{Code: fault.CodeSchema, Reason: fault.Unread}: {
		Title: "The schema file could not be read", Action: Dismiss,
		Advice: "A schema is a Frictionless Table Schema or Data Package, or CSVW metadata, in JSON. Nothing was used from this file. Your earlier answers are unchanged.",
	},
	{Code: fault.CodeSchema, Reason: fault.Answering}: { // of what a site around the page says
		Title: "The portal’s description is no schema", Action: Dismiss,
		Page:   "What {0} gave to describe the table is another file of this program, or names one.",
		Advice: "Nothing was used from it, because it may answer what only you can say. Describe the columns yourself, or choose a schema.",
	},
	{Code: fault.CodeRequest}: {
		Title: "The worker refused these settings", Action: EditPrivacy,
		Advice: "Change the setting and ask again.",
	},
	{Code: fault.CodeRefused}: {
		Title: "The mechanism drew, and has nothing to release", Action: EditPrivacy, Unnamed: true,
		Advice: "This is how the mechanism works. It is not a defect. Choose another mechanism: that is another release.",
	},
	{Code: fault.CodeBudget}: {
		Title: "The budget allows no such release", Action: EditPrivacy,
		Advice: "Nothing was drawn or spent. Choose a smaller ε, or raise the limit under Ledger.",
	},
	{Code: fault.CodeBlocked}: {
		Title: "The ledger cannot be kept", Action: Dismiss,
		Advice: "Nothing was drawn or spent. Allow this site to store data, or agree to a ledger that ends with the page.",
	},
	{Code: fault.CodeProtected}: {
		Title: "Only public data may be used here", Action: Dismiss,
		Advice: "These people have a budget in the ledger, so their records are not public. Choose public data.",
	},
	{Code: fault.CodeInternal}: {
		Title: "Something went wrong inside the worker", Action: Dismiss, Unnamed: true,
		Advice: "This is a defect of the program. You may try again. The message above helps its developers.",
	},

	{Code: fault.CodeConfig}: {
		Title: "The configuration could not be read", Action: Dismiss, Advice: stands,
	},
	{Code: fault.CodeAnswers}: {
		Title: "The file of answers could not be read", Action: Dismiss, Advice: stands,
	},
	{Code: fault.CodeDocument}: {
		Title: "This is not a release that can be shown", Action: Dismiss,
		Advice: "A release document is the file release.json that this page writes. The page is unchanged.",
	},
	{Code: fault.CodeSample}: {
		Title: "The sample could not be fetched", Action: Dismiss, Unnamed: true,
		Page:   "It comes from this site, and the site did not answer.",
		Advice: "Check the connection and try again. You can also choose a file of your own, which needs no network.",
	},
	{Code: fault.CodeLoad}: {
		Title: "The portal’s data could not be loaded", Action: ChooseFile,
	},
	{Code: fault.CodeEnded}: {
		Title: "The worker ended and was started afresh", Action: Dismiss, Unnamed: true,
		Page:   "The worker stopped: {0}.",
		Advice: "The device may have run out of memory. Close other tabs or leave columns out, then continue. The file is read again.",
	},
	{Code: fault.CodeVersion}: {
		Title: "This page was updated", Action: Reload, Unnamed: true,
		Page:   "The worker speaks another version than this page.",
		Advice: "Reload the page, then choose the file again.",
	},
	{Code: fault.CodeMissing}: {
		Title: "The worker could not be started", Action: Reload, Unnamed: true,
		Page:   "Without it no file can be read: {0}.",
		Advice: "Reload the page. If that does not help, use a current browser and allow workers and WebAssembly for this site.",
	},
}
