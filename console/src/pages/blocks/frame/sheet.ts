/** The colours on which a text is shown, as CSS values. */
export interface Sheet {
  scheme: 'light' | 'dark'
  background: string
  text: string
  dimmed: string
  link: string
}

/** For texts that choose colours of their own, which are meant for paper. */
export const PAPER: Sheet = {
  scheme: 'light',
  background: '#ffffff',
  text: '#1f2328',
  dimmed: '#57606a',
  link: '#1a4fd0',
}

/** For everything else while the console is dark. */
export const NIGHT: Sheet = {
  scheme: 'dark',
  background: '#2e2e2e',
  text: '#d5d5d5',
  dimmed: '#a5a5a5',
  link: '#8fb0ff',
}

/** Whether a text chooses colours of its own, so that it cannot be shown on any background. */
export function hasOwnColors(html: string): boolean {
  return /\sbgcolor\s*=|<font[^>]*\scolor\s*=|style\s*=\s*["'][^"']*(?:color|background)[^"':]*:/i.test(html)
}

/** The sheet for a text in a colour scheme. */
export function sheetFor(html: string, scheme: 'light' | 'dark'): Sheet {
  return scheme === 'dark' && !hasOwnColors(html) ? NIGHT : PAPER
}

/** What the document in the frame may do: show its own styles and pictures. */
function policyOf(showPictures: boolean): string {
  const pictures = showPictures ? 'data: https: http:' : 'data:'
  return `default-src 'none'; style-src 'unsafe-inline'; img-src ${pictures}; form-action 'none'; base-uri 'none'`
}

/** The document of a frame around HTML that is already neutral. */
export function toFrameDocument(
  html: string,
  { sheet, showPictures }: { sheet: Sheet; showPictures: boolean },
): string {
  const { scheme, background, text, dimmed, link } = sheet
  return `<!doctype html><html lang=""><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(showPictures)}">
<meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off"><title>Message</title>
<style>
:root { color-scheme: ${scheme}; overflow-x: auto; overflow-y: hidden }
body { margin: 0; padding: 12px 16px; background: ${background}; color: ${text}; overflow-wrap: anywhere;
  font: 14px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif }
a { color: ${link} }
body > :first-child { margin-top: 0 }
body > :last-child { margin-bottom: 0 }
img { max-width: 100% }
img[src] { height: auto }
img:not([src]) { background: color-mix(in srgb, ${dimmed} 18%, transparent); border-radius: 4px; color: ${dimmed}; font-size: 12px }
pre { white-space: pre-wrap }
table { border-spacing: 0; max-width: 100% }
blockquote { margin: 8px 0 8px 2px; padding-left: 12px; border-left: 2px solid color-mix(in srgb, ${dimmed} 45%, transparent) }
summary { color: ${dimmed}; cursor: pointer; margin: 8px 0 }
:focus-visible { outline: 2px solid ${link}; outline-offset: 2px }
</style></head><body>${html}</body></html>`
}
