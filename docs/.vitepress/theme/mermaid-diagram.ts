import { useData } from 'vitepress'
import { defineComponent, h, onMounted, shallowRef, useId, watch } from 'vue'

/**
 * A diagram that Mermaid draws in the browser, in the colours of the page. The library is loaded by the first page that has
 * one. Until it is drawn, and where it cannot be, its text is shown.
 */
export const MermaidDiagram = defineComponent({
  props: { source: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData()
    const id = `diagram-${useId().replace(/[^a-z0-9]+/gi, '-')}`
    const text = decodeURIComponent(props.source)
    const svg = shallowRef('')

    async function draw() {
      const { default: mermaid } = await import('mermaid')
      mermaid.initialize({
        startOnLoad: false,
        suppressErrorRendering: true,
        securityLevel: 'strict',
        theme: isDark.value ? 'dark' : 'neutral',
        fontFamily: 'inherit',
      })
      const drawn = await mermaid.render(id, text)
      svg.value = drawn.svg
    }

    onMounted(() => {
      void draw()
      watch(isDark, draw)
    })
    return () =>
      svg.value
        ? h('div', {
            class: 'diagram',
            role: 'img',
            tabindex: 0,
            'aria-label': `Diagram: ${text}`,
            innerHTML: svg.value,
          })
        : h('pre', { class: 'diagram', tabindex: 0 }, text)
  },
})
