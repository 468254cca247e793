// Private PCA in a page of Vue: h makes the element, and hears its event by the property that Vue makes of its name.
import "private-pca-element";
import { createApp, defineComponent, h, ref } from "vue";

const Analysis = defineComponent({
  setup() {
    const release = ref("");
    return () => [
      h("private-pca", {
        site: "https://pca.example",
        src: "/data/visits.csv",
        "epsilon-max": "2",
        "onPrivatepca-released": (e: HTMLElementEventMap["privatepca-released"]) => (release.value = e.detail.document),
      }),
      h("pre", release.value),
    ];
  },
});

createApp(Analysis).mount("#app");
