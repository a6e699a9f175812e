import { slug } from 'github-slugger'
import type { MarkdownOptions } from 'vitepress'
import { resolveLink, sourceOf } from './pages.ts'

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0]
type CoreState = Parameters<Parameters<MarkdownIt['core']['ruler']['push']>[1]>[0]
type Token = CoreState['tokens'][number]

/**
 * How Markdown becomes pages: links between files of the repository become links between pages, diagrams are drawn, and
 * headings have the anchors that they have where the repository is hosted.
 */
export function markdownOptions(repositoryUrl: string | undefined): MarkdownOptions {
  return {
    anchor: { slugify: slug },
    toc: { slugify: slug },
    headers: { slugify: slug },
    config: (markdown) => {
      markdown.core.ruler.push('repository-links', (state) => {
        const { realPath, path } = state.env as { realPath?: string; path: string }
        const source = sourceOf(realPath ?? path)
        for (const token of state.tokens) if (token.children) rewriteLinks(token.children, source, repositoryUrl, state)
      })
      drawDiagrams(markdown)
      showBraces(markdown)
      showIndentedCode(markdown)
    },
  }
}

/**
 * Leads links to the pages of the site. A file that is no page becomes a link into the repository or, where the site has no
 * address of the repository, text with the path of the file.
 */
function rewriteLinks(tokens: Token[], source: string, repositoryUrl: string | undefined, state: CoreState): void {
  const open: { token: Token; path: string }[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token
    if (token.type === 'link_open') {
      const target = resolveLink(source, String(token.attrGet('href') ?? ''))
      if (target.kind === 'page' || target.kind === 'served') token.attrSet('href', target.address)
      if (target.kind === 'served') token.attrSet('target', '_blank')
      if (target.kind === 'source') {
        if (repositoryUrl) token.attrSet('href', `${repositoryUrl}/blob/HEAD/${target.path}${target.hash}`)
        else open.push({ token, path: target.path })
      }
    }
    const link = token.type === 'link_close' ? open.at(-1) : undefined
    if (!link) continue
    open.pop()
    const label = tokens
      .slice(tokens.indexOf(link.token), index)
      .map(({ content }) => content)
      .join('')
    link.token.type = 'source_open'
    link.token.tag = 'span'
    link.token.attrs = [['class', 'source']]
    token.type = 'source_close'
    token.tag = 'span'
    if (label.includes(link.path)) continue
    const path = new state.Token('code_inline', 'code', 0)
    path.content = link.path
    const [before, after] = [new state.Token('text', '', 0), new state.Token('text', '', 0)]
    before.content = ' ('
    after.content = ')'
    tokens.splice(index, 0, before, path, after)
    index += 3
  }
}

/** A fence `mermaid` becomes the component that draws it. */
function drawDiagrams(markdown: MarkdownIt): void {
  const fence = markdown.renderer.rules.fence
  if (!fence) return
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index]
    if (token?.info.trim() !== 'mermaid') return fence(tokens, index, ...rest)
    return `<MermaidDiagram source="${encodeURIComponent(token.content)}" />\n`
  }
}

/** Double braces are placeholders of templates in these pages, and not expressions of Vue. */
function showBraces(markdown: MarkdownIt): void {
  for (const rule of ['text', 'code_inline'] as const) {
    const render = markdown.renderer.rules[rule]
    markdown.renderer.rules[rule] = (tokens, index, ...rest) => {
      const html = render?.(tokens, index, ...rest) ?? markdown.utils.escapeHtml(tokens[index]?.content ?? '')
      return html.replaceAll('{{', '&#123;&#123;')
    }
  }
}

/** Code that is indented looks as fenced code does, and is scrolled where it is wide. */
function showIndentedCode(markdown: MarkdownIt): void {
  markdown.renderer.rules.code_block = (tokens, index) => {
    const code = markdown.utils.escapeHtml(tokens[index]?.content ?? '')
    return `<div class="language-text"><pre v-pre tabindex="0"><code>${code}</code></pre></div>\n`
  }
}
