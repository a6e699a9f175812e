import { childBlocksCost, loadChildBlocks } from '../child-blocks.ts'
import { defineBlockType } from './block.ts'
import { Event } from './event.ts'

interface CalendarDetail {
  timeZone?: string
  name?: string
}

export const Calendar = defineBlockType('calendar', 'A calendar at a vendor.', (t) => ({
  timeZone: t.string({
    description: 'An IANA time zone name.',
    resolve: ({ detail }) => (detail as CalendarDetail).timeZone,
  }),
  name: t.string({ resolve: ({ detail, title }) => (detail as CalendarDetail).name ?? title }),
  events: t.field({
    ...childBlocksCost,
    type: [Event],
    nullable: { list: false, items: false },
    description: 'Ordered by start, latest first.',
    args: { size: t.arg.int(), page: t.arg.int() },
    resolve: (calendar, args, context) => loadChildBlocks(context, calendar, { ...args, type: 'event' }),
  }),
}))
