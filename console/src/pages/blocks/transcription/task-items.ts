interface Item {
  title: string | null
  text: string | null
}

/** The action items of a vendor of which no task was made, by their words. */
export function itemsWithoutTask<ActionItem extends Item>(
  items: readonly ActionItem[],
  tasks: readonly { title: string | null }[],
): ActionItem[] {
  const titles = new Set(tasks.map(({ title }) => fold(title)))
  return items.filter(({ title, text }) => !titles.has(fold(title)) && !(text && titles.has(fold(text))))
}

function fold(text: string | null): string {
  return (text ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
