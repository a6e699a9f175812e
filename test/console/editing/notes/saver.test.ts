import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import type { Draft, Drafts, NoteVersion } from '../../../../console/src/editing/notes/drafts.ts'
import { type NotePort, NoteSaver } from '../../../../console/src/editing/notes/saver.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const CONFLICT = new Error('changed meanwhile')
const UNREACHABLE = new Error('unreachable')
const FORBIDDEN = new Error('read-only')

/** A platform with one note. */
class Platform {
  note: NoteVersion = { title: 'Plan', document: '', dateUpdated: 1 }
  writes = 0
  /** `lost`: what is sent arrives, and the response does not. */
  network: 'up' | 'down' | 'lost' = 'up'
  refusal: Error | undefined

  readonly port: NotePort = {
    read: async () => {
      if (this.network !== 'up') throw UNREACHABLE
      return { ...this.note }
    },
    write: async (changed, since) => {
      if (this.network === 'down') throw UNREACHABLE
      if (this.refusal) throw this.refusal
      if (this.note.dateUpdated > since) throw CONFLICT
      this.writes += 1
      this.note = { ...this.note, ...changed, dateUpdated: this.note.dateUpdated + 1 }
      const { dateUpdated } = this.note
      if (this.network === 'lost') throw UNREACHABLE
      return dateUpdated
    },
    isConflict: (error) => error === CONFLICT,
    isTransient: (error) => error === UNREACHABLE,
  }

  open(drafts: Drafts = memory()): NoteSaver {
    return new NoteSaver({ ...this.note }, this.port, drafts)
  }

  /** Somebody else writes. */
  change(changed: Partial<NoteVersion>): void {
    this.note = { ...this.note, ...changed, dateUpdated: this.note.dateUpdated + 1 }
  }
}

function memory(): Drafts & { draft: Draft | undefined } {
  return {
    draft: undefined,
    read() {
      return this.draft
    },
    write(draft) {
      this.draft = draft
    },
    clear() {
      this.draft = undefined
    },
  }
}

const write = (saver: NoteSaver, text: string) => saver.editDocument(() => text)
const settle = (ms = 60_000) => jest.advanceTimersByTimeAsync(ms)

describe('what is written', () => {
  test('is saved after a pause, once', async () => {
    const platform = new Platform()
    const saver = platform.open()
    for (const text of ['H', 'He', 'Hello']) write(saver, text)
    expect(saver.state.kind).toBe('saving')
    await settle()
    expect(platform).toMatchObject({ writes: 1, note: { title: 'Plan', document: 'Hello' } })
    expect(saver.state).toEqual({ kind: 'saved' })
  })

  test('is saved every few seconds while somebody types without a pause', async () => {
    const platform = new Platform()
    const saver = platform.open()
    for (let count = 1; count <= 50; count++) {
      write(saver, 'x'.repeat(count))
      await settle(200)
    }
    expect(platform.writes).toBeGreaterThanOrEqual(2)
    await settle()
    expect(platform.note.document).toBe('x'.repeat(50))
  })

  test('stays while the platform cannot be reached, and is saved when it is back', async () => {
    const platform = new Platform()
    const drafts = memory()
    const saver = platform.open(drafts)
    platform.network = 'down'
    write(saver, 'Offline')
    await settle()
    expect(saver.state).toMatchObject({ kind: 'failed', isRetrying: true })
    expect(drafts.draft?.mine.document).toBe('Offline')
    write(saver, 'Offline, and more')
    platform.network = 'up'
    await settle()
    expect(platform.note.document).toBe('Offline, and more')
    expect(drafts.draft).toBeUndefined()
  })

  test('is not a conflict with itself when only the response was lost', async () => {
    const platform = new Platform()
    const saver = platform.open()
    platform.network = 'lost'
    write(saver, 'Once')
    await settle(800)
    platform.network = 'up'
    await settle()
    expect(saver.state).toEqual({ kind: 'saved' })
    expect(platform).toMatchObject({ writes: 1, note: { document: 'Once' } })
  })

  test('is said to be refused, and is tried again when the person asks', async () => {
    const platform = new Platform()
    const saver = platform.open()
    platform.refusal = FORBIDDEN
    write(saver, 'Mine')
    await settle()
    expect(saver.state).toEqual({ kind: 'failed', error: FORBIDDEN, isRetrying: false })
    expect(saver.content.document).toBe('Mine')
    platform.refusal = undefined
    saver.flush()
    await settle()
    expect(platform.note.document).toBe('Mine')
  })

  test('is continued from its draft when the note is opened again', async () => {
    const platform = new Platform()
    const drafts = memory()
    drafts.write({ base: platform.note, mine: { title: 'Plan', document: 'Left behind' } })
    const saver = platform.open(drafts)
    expect(saver.content.document).toBe('Left behind')
    await settle()
    expect(platform.note.document).toBe('Left behind')
    expect(drafts.draft).toBeUndefined()
  })

  test('meets a conflict when it is continued from a draft of an older version', async () => {
    const platform = new Platform()
    const drafts = memory()
    drafts.write({ base: { ...platform.note }, mine: { title: 'Plan', document: 'Left behind' } })
    platform.change({ document: 'Theirs' })
    const saver = platform.open(drafts)
    expect(saver.state).toMatchObject({ kind: 'conflict', theirs: { document: 'Theirs' } })
  })
})

describe('what somebody else writes', () => {
  test('is shown at once while nothing of one’s own is unsaved', () => {
    const platform = new Platform()
    const saver = platform.open()
    const accepted: unknown[] = []
    saver.onAccepted((content) => accepted.push(content))
    platform.change({ document: 'Theirs' })
    saver.receive(platform.note)
    saver.receive(platform.note)
    expect(accepted).toEqual([{ title: 'Plan', document: 'Theirs' }])
    expect(saver.state.kind).toBe('saved')
  })

  test('is brought together with one’s own if it is in another field', async () => {
    const platform = new Platform()
    const saver = platform.open()
    write(saver, 'Mine')
    platform.change({ title: 'Theirs' })
    await settle()
    expect(platform.note).toMatchObject({ title: 'Theirs', document: 'Mine' })
    expect(saver.content).toEqual({ title: 'Theirs', document: 'Mine' })
  })

  test.each([
    ['chooseMine', (saver: NoteSaver) => saver.chooseMine(), 'Mine'],
    ['chooseTheirs', (saver: NoteSaver) => saver.chooseTheirs(), 'Theirs'],
    ['chooseBoth', (saver: NoteSaver) => saver.chooseBoth((mine, theirs) => `${mine}+${theirs}`), 'Mine+Theirs'],
  ] as const)('in the same place is a conflict that %s decides', async (_name, decide, expected) => {
    const platform = new Platform()
    const drafts = memory()
    const saver = platform.open(drafts)
    write(saver, 'Mine')
    platform.change({ document: 'Theirs' })
    await settle()
    expect(saver.state).toMatchObject({ kind: 'conflict', theirs: { document: 'Theirs' } })
    expect(platform.note.document).toBe('Theirs')
    expect(drafts.draft?.mine.document).toBe('Mine')
    decide(saver)
    await settle()
    expect(saver.state.kind).toBe('saved')
    expect([saver.content.document, platform.note.document]).toEqual([expected, expected])
    expect(drafts.draft).toBeUndefined()
  })
})

test('two people who write over a bad network lose nothing', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), who: fc.nat(1) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 3_000 }) }),
    fc.record({ kind: fc.constant('network' as const), network: fc.constantFrom('up', 'down', 'lost') }),
    fc.record({ kind: fc.constant('live' as const), who: fc.nat(1) }),
    fc.record({ kind: fc.constant('decide' as const), who: fc.nat(1) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const platform = new Platform()
      const savers = [platform.open(), platform.open()]
      const written: string[] = []
      const at = (who: number) => savers[who] as NoteSaver
      const decide = (saver: NoteSaver) => saver.chooseBoth((mine, theirs) => `${mine}|${theirs}`)
      for (const step of steps) {
        if (step.kind === 'write') {
          const token = `<${written.length}>`
          written.push(token)
          write(at(step.who), `${at(step.who).content.document}${token}`)
        } else if (step.kind === 'wait') await settle(step.ms)
        else if (step.kind === 'network') platform.network = step.network as Platform['network']
        else if (step.kind === 'live') at(step.who).receive({ ...platform.note })
        else decide(at(step.who))
      }
      platform.network = 'up'
      for (let round = 0; round < 6; round++) {
        await settle()
        for (const saver of savers) {
          saver.receive({ ...platform.note })
          decide(saver)
        }
      }
      await settle()
      expect(savers.map(({ state }) => state.kind)).toEqual(['saved', 'saved'])
      expect(savers.map(({ content }) => content.document)).toEqual([platform.note.document, platform.note.document])
      expect(written.filter((token) => !platform.note.document?.includes(token))).toEqual([])
    }),
    { numRuns: 200 },
  )
})
