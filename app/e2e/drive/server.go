package drive

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// A Server is the project's own, on a free port of this machine.
type Server struct {
	URL     string // "http://127.0.0.1:…", without a slash at the end
	Printed string // the address that it prints

	cmd *exec.Cmd
}

// OwnOrigin has a server use a name of its own, as it does when people start it.
const OwnOrigin = "-own-origin=true"

// Serve starts the server binary on the built files in the folder web.
func Serve(binary, web string, more ...string) (*Server, error) {
	for tries := 1; ; tries++ {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		addr := free.Addr().String()
		free.Close()
		s, err := ServeAt(addr, binary, web, more...)
		if err == nil || tries == 5 || !strings.Contains(err.Error(), "address already in use") { // another test may have taken the port meanwhile
			return s, err
		}
	}
}

// ServeAt does the same at an address of this machine, as "127.0.0.1:8000". The pages are served there itself, unless more has OwnOrigin.
func ServeAt(addr, binary, web string, more ...string) (*Server, error) {
	args := append([]string{"-addr", addr, "-web", web}, more...)
	if !slices.Contains(more, OwnOrigin) {
		args = append(args, "-own-origin=false")
	}
	cmd := exec.Command(binary, args...)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := start(cmd); err != nil {
		return nil, err
	}
	printed, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		cmd.Wait()
		return nil, errors.New("drive: the server did not start: " + strings.TrimSpace(complaint.String()))
	}
	go io.Copy(io.Discard, stdout)
	s := &Server{URL: "http://" + addr, cmd: cmd}
	if at := strings.Index(printed, "http://"); at >= 0 {
		s.Printed = strings.TrimSpace(printed[at:])
	}
	if !Within(context.Background(), 2*time.Second, func() bool {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			c.Close()
		}
		return err == nil
	}) {
		s.Close()
		return nil, fmt.Errorf("drive: nothing listens on %s", addr)
	}
	return s, nil
}

// Close ends the server.
func (s *Server) Close() {
	s.cmd.Process.Kill()
	s.cmd.Wait()
}
