/** A property's value, whole: no other characters than these, so no address, no escape, no function but colours. */
function one(...forms: string[]): RegExp[] {
  return [new RegExp(`^(?:${forms.join('|')})$`)]
}

function upTo(most: number, ...forms: string[]): RegExp[] {
  const form = `(?:${forms.join('|')})`
  return [new RegExp(`^${form}(?:\\s+${form}){0,${most - 1}}$`)]
}

const COLOR = '#[0-9a-f]{3,8}|[a-z]{3,24}|rgba?\\([\\d\\s.,%/]{1,40}\\)'
/** Never negative: nothing may be moved out of its place. */
const LENGTH = '\\d{1,4}(?:\\.\\d{1,6})?(?:px|pt|pc|em|rem|ex|ch|in|cm|mm|%)?|\\.\\d{1,6}(?:px|pt|em|rem|in|cm|mm|%)?'
const LINE = 'none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset|thin|medium|thick'
const SIDES = ['', '-top', '-right', '-bottom', '-left']

function sides(name: string, values: RegExp[]): Record<string, RegExp[]> {
  return Object.fromEntries(SIDES.map((side) => [`${name}${side}`, values]))
}

/** The properties of a style attribute that may stay, in lower case, each with the values it may have. */
export const STYLES: Record<string, RegExp[]> = {
  color: one(COLOR),
  'background-color': one(COLOR),
  background: one(COLOR),
  'font-family': [/^[\p{L}\p{M}\d\s,'"_.-]{1,300}$/u],
  'font-size': one(LENGTH, '(?:x{1,3}-)?(?:small|large)', 'medium', 'smaller', 'larger'),
  'font-style': one('normal', 'italic', 'oblique'),
  'font-weight': one('normal', 'bold', 'bolder', 'lighter', '[1-9]00'),
  'line-height': one(LENGTH, 'normal'),
  'letter-spacing': one(LENGTH, 'normal'),
  'text-align': one('left', 'right', 'center', 'justify', 'start', 'end'),
  'text-decoration': upTo(3, 'none', 'underline', 'overline', 'line-through', 'solid', COLOR),
  'text-indent': one(LENGTH),
  'text-transform': one('none', 'uppercase', 'lowercase', 'capitalize'),
  'vertical-align': one(LENGTH, 'top', 'middle', 'bottom', 'baseline', 'sub', 'super', 'text-top', 'text-bottom'),
  'white-space': one('normal', 'nowrap', 'pre', 'pre-wrap', 'pre-line'),
  direction: one('ltr', 'rtl'),
  'unicode-bidi': one('normal', 'embed', 'isolate', 'bidi-override', 'isolate-override', 'plaintext'),
  display: one('none', 'block', 'inline', 'inline-block', 'table', 'table-row', 'table-cell'),
  float: one('none', 'left', 'right'),
  clear: one('none', 'left', 'right', 'both'),
  ...Object.fromEntries(
    ['width', 'min-width', 'max-width', 'height'].map((name) => [name, one(LENGTH, 'auto', 'none')]),
  ),
  ...sides('padding', upTo(4, LENGTH)),
  ...sides('margin', upTo(4, LENGTH, 'auto')),
  ...sides('border', upTo(3, LENGTH, LINE, COLOR)),
  'border-color': upTo(4, COLOR),
  'border-style': upTo(4, LINE),
  'border-width': upTo(4, LENGTH, 'thin', 'medium', 'thick'),
  'border-radius': upTo(4, LENGTH),
  'border-collapse': one('collapse', 'separate'),
  'border-spacing': upTo(2, LENGTH),
  'list-style-type': one('[a-z-]{3,24}'),
}
