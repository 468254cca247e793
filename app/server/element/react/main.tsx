// Private PCA in a page of React: the element takes attributes as any other, and its events are heard by a reference.
import "private-pca-element";
import type { PrivatePCAElement } from "private-pca-element";
import { type DetailedHTMLProps, type HTMLAttributes, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "private-pca": DetailedHTMLProps<HTMLAttributes<PrivatePCAElement>, PrivatePCAElement> & { site: string; src?: string; "epsilon-max"?: string };
    }
  }
}

function Analysis() {
  const element = useRef<PrivatePCAElement>(null);
  const [release, setRelease] = useState("");
  useEffect(() => {
    const at = element.current;
    const hear = (e: HTMLElementEventMap["privatepca-released"]) => setRelease(e.detail.document);
    at?.addEventListener("privatepca-released", hear);
    return () => at?.removeEventListener("privatepca-released", hear);
  }, []);
  return (
    <>
      <private-pca ref={element} site="https://pca.example" src="/data/visits.csv" epsilon-max="2" />
      <pre>{release}</pre>
    </>
  );
}

createRoot(document.getElementById("app")!).render(<Analysis />);
