interface Emoji {
  shortcode: string
  character: string
  /** What it is called, for the picker and screen readers. */
  name: string
}

const emoji = (shortcode: string, character: string, name: string): Emoji => ({ shortcode, character, name })

/** The emojis of the picker. Others are shown by their shortcode. */
export const EMOJIS: readonly Emoji[] = [
  emoji('+1', '👍', 'thumbs up'),
  emoji('heart', '❤️', 'heart'),
  emoji('tada', '🎉', 'celebration'),
  emoji('clap', '👏', 'applause'),
  emoji('raised_hands', '🙌', 'raised hands'),
  emoji('rocket', '🚀', 'rocket'),
  emoji('eyes', '👀', 'looking'),
  emoji('white_check_mark', '✅', 'done'),
  emoji('laughing', '😆', 'laughing'),
  emoji('smile', '😄', 'smiling'),
  emoji('thinking_face', '🤔', 'thinking'),
  emoji('open_mouth', '😮', 'surprised'),
  emoji('cry', '😢', 'sad'),
  emoji('pray', '🙏', 'thank you'),
  emoji('fire', '🔥', 'fire'),
  emoji('bulb', '💡', 'idea'),
  emoji('question', '❓', 'question'),
  emoji('x', '❌', 'no'),
  emoji('-1', '👎', 'thumbs down'),
  emoji('100', '💯', 'one hundred percent'),
  emoji('hourglass', '⌛', 'waiting'),
  emoji('coffee', '☕', 'coffee'),
  emoji('wave', '👋', 'hello'),
  emoji('muscle', '💪', 'strength'),
]

/** Other names under which the same emojis are listed. */
const ALIASES: Readonly<Record<string, string>> = {
  thumbsup: '+1',
  thumbsdown: '-1',
  thinking: 'thinking_face',
  check: 'white_check_mark',
  party: 'tada',
}

const SKIN_TONES: readonly string[] = ['', '🏻', '🏼', '🏽', '🏾', '🏿']

/** How a shortcode is shown: as its emoji if it is known here, otherwise as text, such as “:parrot:”. */
export function showShortcode(shortcode: string): { character: string; name: string } {
  const [code = '', tone] = shortcode.toLowerCase().split('::skin-tone-')
  const listed = EMOJIS.find((entry) => entry.shortcode === (ALIASES[code] ?? code))
  if (!listed) return { character: `:${shortcode}:`, name: shortcode.replaceAll('_', ' ') }
  // Tone 1 is no tone, in the notation of the shortcodes.
  return { character: `${listed.character}${SKIN_TONES[Number(tone ?? 1) - 1] ?? ''}`, name: listed.name }
}

/** Who reacted, such as “You, Bilal and 2 others”. */
export function whoReacted(
  { self, count, tagIds }: { self: boolean; count: number; tagIds: readonly string[] },
  names: ReadonlyMap<string, string>,
  ownTagId: string | undefined,
): string {
  const others = tagIds.filter((id) => id !== ownTagId).flatMap((id) => names.get(id) ?? [])
  const named = [...(self ? ['You'] : []), ...others]
  const unnamed = Math.max(0, count - named.length)
  if (named.length === 0) return unnamed === 1 ? 'One person' : `${unnamed} people`
  const all = unnamed === 0 ? named : [...named, unnamed === 1 ? 'one other' : `${unnamed} others`]
  return all.length === 1 ? all.join() : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}
