import { Box, Stack, Title } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Card } from './card.tsx'
import { type CardCommand, type Group, type Item, neighborOf } from './feed.ts'
import type { Settled } from './use-settled.ts'

const COMMANDS: Readonly<Record<string, CardCommand>> = { a: 'accept', d: 'dismiss', s: 'snooze' }
const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

interface FeedProps {
  groups: readonly Group[]
  /** Called with what became of a recommendation. */
  onSettled: (id: string, result: Settled) => void
}

/** The feed by groups. Arrow keys, J and K move between cards; A, D and S settle one. */
export function Feed({ groups, onSettled }: FeedProps) {
  const list = useRef<HTMLDivElement>(null)
  const ids = groups.flatMap(({ items }) => items.map(({ _id }) => _id))
  const [active, setActive] = useState(ids[0])
  const [command, setCommand] = useState<{ id: string; name: CardCommand }>()
  const current = active !== undefined && ids.includes(active) ? active : ids[0]

  const cardOf = (id: string | undefined) => list.current?.querySelector<HTMLElement>(`[data-card="${id}"]`)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as Element).matches('[data-card]') || event.ctrlKey || event.metaKey || event.altKey) return
    const step = STEPS[event.key]
    const name = COMMANDS[event.key]
    if (step === undefined && name === undefined) return
    event.preventDefault()
    if (name && current) setCommand({ id: current, name })
    else if (step) {
      const next = ids[Math.max(0, Math.min(ids.length - 1, ids.indexOf(current ?? '') + step))]
      cardOf(next)?.focus()
    }
  }
  // From anywhere on the page, J goes to the feed.
  useEffect(() => {
    const enter = (event: globalThis.KeyboardEvent) => {
      const isFree = event.target === document.body || (event.target as Element).id === 'content'
      if (!isFree || event.ctrlKey || event.metaKey || event.altKey) return
      if (['j', 'k', 'ArrowDown', 'a', 'd', 's'].includes(event.key)) {
        event.preventDefault()
        list.current?.querySelector<HTMLElement>('[data-card][tabindex="0"]')?.focus()
      }
    }
    window.addEventListener('keydown', enter)
    return () => window.removeEventListener('keydown', enter)
  }, [])

  const settle = (item: Item, result: Settled) => {
    const hadFocus = cardOf(item._id)?.contains(document.activeElement) || document.activeElement === document.body
    const next = neighborOf(ids, item._id)
    onSettled(item._id, result)
    setActive(next)
    if (hadFocus) requestAnimationFrame(() => cardOf(next)?.focus())
  }

  return (
    <Stack gap="lg" ref={list} onKeyDown={onKeyDown}>
      {groups.map(({ id, title, items }) => (
        <Box component="section" key={id} aria-labelledby={`group-${id}`}>
          <Title order={2} size="h5" mb="xs" id={`group-${id}`}>
            {title}
          </Title>
          <Stack gap="sm">
            {items.map((item) => (
              <Card
                key={item._id}
                item={item}
                isActive={item._id === current}
                onActive={() => setActive(item._id)}
                command={command?.id === item._id ? command.name : undefined}
                onCommandDone={() => setCommand(undefined)}
                onSettled={(result) => settle(item, result)}
              />
            ))}
          </Stack>
        </Box>
      ))}
    </Stack>
  )
}
