package command

// asCommand is what the tests' own program does where it stands for the command.
func asCommand() { Main() }
