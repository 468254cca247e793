package e2e

import (
	"strings"
	"testing"
	"time"
)

// changesProgram has the page hand its workers a program of which seven bytes are others, as any script in it could: a module as
// valid as the genuine one. It also states the genuine digest wherever a message has a place for one.
const changesProgram = `(() => {
  const { postMessage } = Worker.prototype, word = [...'idealised numerics'].map(c => c.charCodeAt(0));
  window.changed = window.valid = 0;
  const change = (bytes) => {
    const copy = bytes.slice(0), view = new Uint8Array(copy);
    for (let at = view.indexOf(word[0]); at >= 0; at = view.indexOf(word[0], at + 1)) {
      if (!word.every((c, i) => view[at + i] === c)) continue;
      for (let i = 0; i < 7; i++) view[at + i] ^= 0x20;
      window.changed++;
      break;
    }
    window.valid += WebAssembly.validate(copy);
    return copy;
  };
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message?.program) message = { ...message, program: change(message.program), sha256: GENUINE };
    return postMessage.call(this, message, ...rest);
  };
})()`

// A script in the page that hands the workers another program gets no worker: the script of the worker, whose bytes the browser and
// the service worker fix, digests what it is given. So no document can state the genuine digest for what did not run.
func TestAnotherProgramIsNotRun(t *testing.T) {
	t.Parallel()
	p := stand(t, browser, server, 60*time.Second, strings.ReplaceAll(changesProgram, "GENUINE", quote(digestOfWorker(t, web))))
	p.until(`document.querySelector('#error[data-code=worker-missing]')`)
	if changed, valid := ask[int](p, `changed`), ask[int](p, `valid`); changed == 0 || valid != changed {
		t.Errorf("%d programs were changed, of which %d are valid: the test shows nothing", changed, valid)
	}
	p.says("#error", "program", "Reload the page")
	if ask[bool](p, takesFiles) {
		t.Error("a file can be chosen")
	}
	if ask[bool](p, `!!document.querySelector('#worker-sha256')`) {
		t.Error("the page states a digest")
	}
}
