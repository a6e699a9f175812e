/** Whether a text is HTML rather than plain text: it has a tag or an entity that plain texts do not have. */
export function isHtml(text: string): boolean {
  return /<\/?(?:a|b|br|div|em|h[1-6]|hr|html|body|i|li|ol|p|pre|span|strong|table|td|tr|u|ul)(?:\s[^<>]*)?\/?>/i.test(
    text,
  )
}
