package drive

import (
	"encoding/json"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
)

// attachAll attaches to every target before it runs, but for the browser's own
// windows, which no page can reach.
var attachAll = target.SetAutoAttachParams{
	AutoAttach: true, WaitForDebuggerOnStart: true, Flatten: new(true),
	Filter: target.Filter{{Type: "browser", Exclude: true}, {Type: "browser_ui", Exclude: true}, {Type: "tab", Exclude: true}, {}},
}

// A session is one attached target: a page, a worker, a service worker.
type session struct {
	id     target.SessionID
	target target.ID
	kind   string // "page", "worker", "service_worker", …
	visit  *Visit // nil for what belongs to none
}

// event sorts what the browser tells. It runs on the connection's reader.
func (b *Browser) event(id target.SessionID, method string, params json.RawMessage) {
	switch method {
	case "Target.attachedToTarget":
		b.attached(params)
		return
	case "Target.detachedFromTarget":
		var gone struct{ SessionID target.SessionID }
		json.Unmarshal(params, &gone)
		b.mu.Lock()
		delete(b.sessions, gone.SessionID)
		b.mu.Unlock()
		return
	}
	b.mu.Lock()
	s, t := b.sessions[id], b.trace
	b.mu.Unlock()
	switch {
	case s != nil && s.visit != nil:
		s.visit.record.event(s, method, params)
	case t != nil && strings.HasPrefix(method, "Tracing."):
		t.event(method, params)
	}
}

// attached listens to a target before it runs its first line. Commands of a
// session are carried out in order, so none needs to be waited for.
func (b *Browser) attached(params json.RawMessage) {
	var e struct {
		SessionID  target.SessionID
		TargetInfo target.Info
	}
	if json.Unmarshal(params, &e) != nil {
		return
	}
	b.mu.Lock()
	s := &session{
		id: e.SessionID, target: e.TargetInfo.TargetID, kind: e.TargetInfo.Type,
		visit: b.visits[e.TargetInfo.BrowserContextID],
	}
	b.sessions[s.id] = s
	b.mu.Unlock()

	send(b.conn, s.id, target.SetAutoAttach, attachAll)
	send(b.conn, s.id, network.Enable, network.EnableParams{
		MaxPostDataSize: new(int64(1 << 20)), MaxTotalBufferSize: new(int64(1)), MaxResourceBufferSize: new(int64(1)),
	}) // bodies of answers are not looked at
	send(b.conn, s.id, runtime.Enable, cdp.Empty{})
	send(b.conn, s.id, log.Enable, cdp.Empty{})
	if s.kind == "page" && s.visit != nil {
		send(b.conn, s.id, inspector.Enable, cdp.Empty{}) // tells of crashes
		send(b.conn, s.id, page.Enable, page.EnableParams{})
		send(b.conn, s.id, runtime.AddBinding, runtime.AddBindingParams{Name: messageBinding})
		for _, source := range append([]string{pageHooks}, s.visit.scripts...) {
			send(b.conn, s.id, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
		}
	}
	set, err := b.conn.post(s.id, runtime.RunIfWaitingForDebugger.Method, cdp.Empty{})
	if s.visit != nil && err == nil {
		s.visit.attached(s, set)
	}
}

// messageBinding is the function by which the page's hooks report.
const messageBinding = "__driveMessage"

// pageHooks report every message that a worker sends to the page, before the page
// hears it. They keep the time of the page's last click, and after how many milliseconds
// the answer to "prepare" came: what a driver asks for from outside comes later, and takes time.
const pageHooks = `(() => {
  const text = data => {
    if (typeof data === 'string') return data;
    if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) return 'bytes: ' + new TextDecoder().decode(data);
    try { return 'object: ' + JSON.stringify(data); } catch { return 'object: ' + String(data); }
  };
  let clicked = 0;
  addEventListener('click', e => { if (e.isTrusted) clicked = performance.now(); }, true);
  const report = window.` + messageBinding + `;
  const tell = said => {
    if (said.startsWith('{') && said.includes('"type":"prepare"')) window.__driveSummed = performance.now() - clicked;
    report(said);
  };
  if (window.Worker) window.Worker = class extends window.Worker {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', e => tell(text(e.data)));
    }
  };
})();`
