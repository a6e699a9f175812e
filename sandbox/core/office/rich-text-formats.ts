import { type Block, type Inline, isTable, type Paragraph, paragraphsOf, type RichText, textOf } from './rich-text.ts'
import { escapeXml } from './word-writer.ts'

/** Numbers the footnotes in the order of their marks. */
function numberFootnotes(text: RichText): Map<string, number> {
  const marks = paragraphsOf(text.body).flatMap(({ inlines }) =>
    inlines.flatMap((inline) => ('text' in inline ? [] : inline.footnote)),
  )
  return new Map([...new Set(marks)].map((id, index) => [id, index + 1]))
}

/** Text with line feeds. Headers and footers are left out, footnotes follow after a line. */
export function toPlainText(texts: readonly RichText[]): string {
  return texts.map(plainTextOf).join('\n')
}

function plainTextOf(text: RichText): string {
  const numbers = numberFootnotes(text)
  const inline = (item: Inline) =>
    'text' in item ? item.text.replaceAll('\v', '\n') : `[${numbers.get(item.footnote)}]`
  const line = (paragraph: Paragraph) => paragraph.inlines.map(inline).join('')
  const block = (item: Block): string =>
    isTable(item)
      ? item.rows.map((cells) => cells.map((cell) => cell.map(block).join('\n')).join('\t')).join('\n')
      : line(item)
  const notes = [...numbers].map(([id, number]) => {
    const blocks = text.footnotes.get(id) ?? []
    return `[${number}] ${paragraphsOf(blocks).map(textOf).join('\n').trimStart()}`
  })
  const title = text.title === undefined ? [] : [text.title]
  return [...title, ...text.body.map(block), ...(notes.length > 0 ? ['________________', ...notes] : [])].join('\n')
}

export function toMarkdown(texts: readonly RichText[]): string {
  return `${texts.map(markdownOf).join('\n\n')}\n`
}

function markdownOf(text: RichText): string {
  const numbers = numberFootnotes(text)
  const inline = (item: Inline) => {
    if (!('text' in item)) return `[^${numbers.get(item.footnote)}]`
    const escaped = item.text.replace(/[\\`*_[\]{}<>#|]/g, '\\$&').replaceAll('\v', '  \n')
    return item.bold && escaped.trim() !== '' ? `**${escaped}**` : escaped
  }
  const line = ({ heading, inlines }: Paragraph) =>
    (heading === undefined ? '' : `${'#'.repeat(heading)} `) + inlines.map(inline).join('')
  const block = (item: Block): string => {
    if (!isTable(item)) return line(item)
    const rows = item.rows.map((cells) => `| ${cells.map((cell) => cell.map(block).join(' ')).join(' | ')} |`)
    const columns = item.rows[0]?.length ?? 0
    return [rows[0], `|${' --- |'.repeat(columns)}`, ...rows.slice(1)].join('\n')
  }
  const notes = [...numbers].map(
    ([id, number]) => `[^${number}]: ${(text.footnotes.get(id) ?? []).map(block).join(' ')}`,
  )
  const title = text.title === undefined ? [] : [`# **${text.title}**`]
  return [...title, ...text.body.map(block), ...notes].join('\n\n')
}

/** An HTML page with style sheet, headers, footers and footnotes. */
export function toHtml(name: string, texts: readonly RichText[]): string {
  const style = '<style type="text/css">.c1{color:#000000;font-family:"Arial"}</style>'
  const head = `<head><meta content="text/html; charset=UTF-8" http-equiv="content-type"><title>${escapeXml(name)}</title>${style}</head>`
  return `<html>${head}<body class="doc-content">${texts.map(htmlOf).join('<hr>')}</body></html>`
}

function htmlOf(text: RichText): string {
  const numbers = numberFootnotes(text)
  const inline = (item: Inline) => {
    if (!('text' in item)) {
      const number = numbers.get(item.footnote)
      return `<sup><a href="#ftnt${number}" id="ftnt_ref${number}">[${number}]</a></sup>`
    }
    const escaped = escapeXml(item.text).replaceAll('\v', '<br>')
    return item.bold
      ? `<span class="c1" style="font-weight:700">${escaped}</span>`
      : `<span class="c1">${escaped}</span>`
  }
  const block = (item: Block): string => {
    if (!isTable(item)) {
      const tag = item.heading === undefined ? 'p' : `h${item.heading}`
      return `<${tag}>${item.inlines.map(inline).join('')}</${tag}>`
    }
    const rows = item.rows.map(
      (cells) => `<tr>${cells.map((cell) => `<td>${cell.map(block).join('')}</td>`).join('')}</tr>`,
    )
    return `<table>${rows.join('')}</table>`
  }
  const area = (blocks: Iterable<Block[]>) =>
    [...blocks].map((part) => `<div>${part.map(block).join('')}</div>`).join('')
  const notes = [...numbers].map(
    ([id, number]) =>
      `<div><a href="#ftnt_ref${number}" id="ftnt${number}">[${number}]</a>${(text.footnotes.get(id) ?? []).map(block).join('')}</div>`,
  )
  const title = text.title === undefined ? '' : `<h1>${escapeXml(text.title)}</h1>`
  const body = text.body.map(block).join('')
  return (
    title +
    area(text.headers.values()) +
    body +
    (notes.length > 0 ? `<hr>${notes.join('')}` : '') +
    area(text.footers.values())
  )
}
