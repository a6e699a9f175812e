import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_ELEMENTS,
  DROPPED_ELEMENTS,
  isQuoteClass,
  toPicture,
  toSafeHref,
  toSafeStyle,
} from './allowed.ts'

export interface NeutralHtml {
  html: string
  /** How many pictures of other hosts it has, whether they are shown or not. */
  pictureCount: number
}

const XHTML = 'http://www.w3.org/1999/xhtml'

/**
 * HTML without anything that runs, loads or navigates. It is parsed by the browser, into a document that does nothing.
 * Links open new tabs, and pictures of other hosts are left out unless they are to be shown.
 */
export function neutralize(html: string, { showPictures }: { showPictures: boolean }): NeutralHtml {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  let pictureCount = 0
  removeComments(body)
  for (const element of [...body.querySelectorAll('*')]) {
    const name = element.localName
    if (element.namespaceURI !== XHTML || DROPPED_ELEMENTS.has(name)) element.remove()
    else if (!ALLOWED_ELEMENTS.has(name)) element.replaceWith(...element.childNodes)
    else if (name === 'img') pictureCount += neutralizePicture(element, showPictures)
    else if (name === 'a') neutralizeLink(element)
    else neutralizeAttributes(element)
  }
  foldQuote(body)
  return { html: body.innerHTML, pictureCount }
}

function removeComments(body: Element): void {
  const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const found: Node[] = []
  while (comments.nextNode()) found.push(comments.currentNode)
  for (const comment of found) comment.parentNode?.removeChild(comment)
}

/** A mark for the quote that is folded at the end. */
const QUOTE = 'data-quote'

function neutralizeAttributes(element: Element): void {
  const isQuote =
    isQuoteClass(element.className) || (element.localName === 'blockquote' && element.getAttribute('type') === 'cite')
  for (const { name, value } of [...element.attributes]) {
    if (!ALLOWED_ATTRIBUTES.has(name)) element.removeAttribute(name)
    else if (name === 'style') element.setAttribute('style', toSafeStyle(value))
  }
  if (isQuote) element.setAttribute(QUOTE, '')
}

function neutralizeLink(link: Element): void {
  const href = toSafeHref(link.getAttribute('href')?.trim() ?? '')
  neutralizeAttributes(link)
  // It would be shown where one looks for the address.
  link.removeAttribute('title')
  if (href === undefined) return
  link.setAttribute('href', href)
  link.setAttribute('target', '_blank')
  link.setAttribute('rel', 'noopener noreferrer nofollow')
}

/** Returns 1 if the picture is at another host. */
function neutralizePicture(image: Element, showPictures: boolean): number {
  const picture = toPicture(image.getAttribute('data-src') ?? image.getAttribute('src') ?? '')
  neutralizeAttributes(image)
  if (picture?.kind === 'inline') image.setAttribute('src', picture.url)
  if (picture?.kind !== 'remote') return 0
  if (showPictures) {
    image.setAttribute('src', picture.url)
    image.setAttribute('referrerpolicy', 'no-referrer')
    // The document is then complete before its pictures are.
    image.setAttribute('loading', 'lazy')
  }
  return 1
}

/** Folds the first quoted message if anything is written above it. */
function foldQuote(body: Element): void {
  const quote = body.querySelector(`[${QUOTE}]`)
  for (const element of body.querySelectorAll(`[${QUOTE}]`)) element.removeAttribute(QUOTE)
  if (!quote || textBefore(body, quote).trim() === '') return
  const details = body.ownerDocument.createElement('details')
  const summary = body.ownerDocument.createElement('summary')
  summary.textContent = 'Quoted message'
  quote.replaceWith(details)
  details.append(summary, quote)
}

function textBefore(body: Element, end: Element): string {
  const range = body.ownerDocument.createRange()
  range.setStart(body, 0)
  range.setEndBefore(end)
  return range.toString()
}
