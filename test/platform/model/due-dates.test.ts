import { describe, expect, test } from '@jest/globals'
import { findDueDate } from '../../../platform/model/promises.ts'

/** A Wednesday, 10:00 in Paris. */
const SAID = Date.UTC(2026, 10, 4, 9)
const find = (sentence: string) => findDueDate(sentence, SAID, 'Europe/Paris')
const at = (day: number) => Date.UTC(2026, 10, day, 16)

describe('the day of a promise', () => {
  test.each([
    "I'll send you the notes from last Friday.",
    'Ich schicke Ihnen das Protokoll von letztem Freitag.',
    'Ich schicke Ihnen das Protokoll vom vergangenen Montag.',
    'Je vous envoie le compte rendu de lundi dernier.',
    'Guten Morgen, ich schicke Ihnen das Angebot.',
  ])('is no day in the past, and no greeting: %j', (sentence) => {
    expect(find(sentence)).toBeUndefined()
  })

  test.each([
    ["I'll send the notes from last Friday by Monday.", 9],
    ["I'll send Monday's figures tomorrow.", 5],
    ["I'll send it before Monday’s review.", 9],
    ['Guten Morgen, ich schicke Ihnen das Angebot am Freitag.', 6],
    ['Ich schicke es Ihnen am Montag Morgen.', 9],
    ['Ich schicke es Ihnen heute Morgen.', 4],
    ["I'll send it the day after tomorrow.", 6],
    ['Ich schicke es Ihnen übermorgen.', 6],
    ['Je vous envoie cela après-demain.', 6],
  ])('is the one on which it is due: %j', (sentence, day) => {
    expect(find(sentence)).toBe(at(day))
  })
})
