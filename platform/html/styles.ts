/** Matches a complete property value: no URLs, no escapes and no functions other than colors get through. */
function oneOf(...forms: string[]): RegExp[] {
  return [new RegExp(`^(?:${forms.join('|')})$`)]
}

function upTo(max: number, ...forms: string[]): RegExp[] {
  const form = `(?:${forms.join('|')})`
  return [new RegExp(`^${form}(?:\\s+${form}){0,${max - 1}}$`)]
}

const COLOR = '#[0-9a-f]{3,8}|[a-z]{3,24}|rgba?\\([\\d\\s.,%/]{1,40}\\)'
/** Not negative, so that nothing can be moved out of its place. */
const LENGTH = '\\d{1,4}(?:\\.\\d{1,6})?(?:px|pt|pc|em|rem|ex|ch|in|cm|mm|%)?|\\.\\d{1,6}(?:px|pt|em|rem|in|cm|mm|%)?'
const LINE = 'none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset|thin|medium|thick'
const SIDES = ['', '-top', '-right', '-bottom', '-left']

function sides(name: string, values: RegExp[]): Record<string, RegExp[]> {
  return Object.fromEntries(SIDES.map((side) => [`${name}${side}`, values]))
}

/** The allowed properties of style attributes, in lower case, with their allowed values. */
export const STYLES: Record<string, RegExp[]> = {
  color: oneOf(COLOR),
  'background-color': oneOf(COLOR),
  background: oneOf(COLOR),
  'font-family': [/^[\p{L}\p{M}\d\s,'"_.-]{1,300}$/u],
  'font-size': oneOf(LENGTH, '(?:x{1,3}-)?(?:small|large)', 'medium', 'smaller', 'larger'),
  'font-style': oneOf('normal', 'italic', 'oblique'),
  'font-weight': oneOf('normal', 'bold', 'bolder', 'lighter', '[1-9]00'),
  'line-height': oneOf(LENGTH, 'normal'),
  'letter-spacing': oneOf(LENGTH, 'normal'),
  'text-align': oneOf('left', 'right', 'center', 'justify', 'start', 'end'),
  'text-decoration': upTo(3, 'none', 'underline', 'overline', 'line-through', 'solid', COLOR),
  'text-indent': oneOf(LENGTH),
  'text-transform': oneOf('none', 'uppercase', 'lowercase', 'capitalize'),
  'vertical-align': oneOf(LENGTH, 'top', 'middle', 'bottom', 'baseline', 'sub', 'super', 'text-top', 'text-bottom'),
  'white-space': oneOf('normal', 'nowrap', 'pre', 'pre-wrap', 'pre-line'),
  direction: oneOf('ltr', 'rtl'),
  'unicode-bidi': oneOf('normal', 'embed', 'isolate', 'bidi-override', 'isolate-override', 'plaintext'),
  display: oneOf('none', 'block', 'inline', 'inline-block', 'table', 'table-row', 'table-cell'),
  float: oneOf('none', 'left', 'right'),
  clear: oneOf('none', 'left', 'right', 'both'),
  ...Object.fromEntries(
    ['width', 'min-width', 'max-width', 'height'].map((name) => [name, oneOf(LENGTH, 'auto', 'none')]),
  ),
  ...sides('padding', upTo(4, LENGTH)),
  ...sides('margin', upTo(4, LENGTH, 'auto')),
  ...sides('border', upTo(3, LENGTH, LINE, COLOR)),
  'border-color': upTo(4, COLOR),
  'border-style': upTo(4, LINE),
  'border-width': upTo(4, LENGTH, 'thin', 'medium', 'thick'),
  'border-radius': upTo(4, LENGTH),
  'border-collapse': oneOf('collapse', 'separate'),
  'border-spacing': upTo(2, LENGTH),
  'list-style-type': oneOf('[a-z-]{3,24}'),
}
