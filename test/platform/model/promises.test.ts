import { describe, expect, test } from '@jest/globals'
import { findPromises, toDefaultDueDate } from '../../../platform/model/promises.ts'

/** A Wednesday, 10:00 in Paris. */
const SENT = Date.UTC(2026, 10, 4, 9)
const PARIS = 'Europe/Paris'
const find = (text: string) => findPromises(text, SENT, PARIS).next().value
const at = (day: number) => Date.UTC(2026, 10, day, 16)

describe('a promise in a mail', () => {
  test.each([
    ['Thanks. I will send you the offer by Friday. Best, Ada', 'I will send you the offer by Friday.', at(6)],
    ['Hi,\n\nI’ll get back to you tomorrow!\n\nAda', 'I’ll get back to you tomorrow!', at(5)],
    ['We will also prepare the contract next week.', 'We will also prepare the contract next week.', at(13)],
    ['I am going to review it on Wednesday.', 'I am going to review it on Wednesday.', at(11)],
    ["I'll call you this afternoon.", "I'll call you this afternoon.", at(4)],
    ["I'll get the legal sign-off by Friday.", "I'll get the legal sign-off by Friday.", at(6)],
    ["I'll have the list cleaned up by Friday.", "I'll have the list cleaned up by Friday.", at(6)],
    ['I will share it in 10 days.', 'I will share it in 10 days.', at(14)],
    ['I will write it up by the end of the week.', 'I will write it up by the end of the week.', at(6)],
    ['Ich schicke Ihnen das Angebot morgen.', 'Ich schicke Ihnen das Angebot morgen.', at(5)],
    ['Je vous envoie le contrat demain.', 'Je vous envoie le contrat demain.', at(5)],
    ['Ich schicke Ihnen das Logo bis Freitag.', 'Ich schicke Ihnen das Logo bis Freitag.', at(6)],
    ['Je vous rappelle mardi.', 'Je vous rappelle mardi.', at(10)],
  ])('in %j is found, with the day it names', (text, sentence, dateDue) => {
    expect(find(text)).toEqual({ sentence, dateDue })
  })

  test('without a day is found without one', () => {
    const sentence = 'Let me check with Bilal and come back.'
    expect(find('Let me check with\nBilal and come back.')).toEqual({ sentence })
    expect(toDefaultDueDate(SENT, PARIS)).toBe(at(7))
  })

  test.each([
    [18, 23],
    [23, 23],
  ])('for the same day is not due before it was written, at %i o’clock', (hour, due) => {
    const written = Date.UTC(2026, 10, 4, hour - 1)
    const { dateDue } = findPromises('I will send it tonight.', written, PARIS).next().value ?? {}
    expect(dateDue).toBe(Date.UTC(2026, 10, 4, due - 1))
  })

  test('is found beside others', () => {
    const found = [...findPromises('I will call Maya. Nice day! I will send the plan tomorrow.', SENT, PARIS)]
    expect(found).toEqual([
      { sentence: 'I will call Maya.' },
      { sentence: 'I will send the plan tomorrow.', dateDue: at(5) },
    ])
  })

  test.each([
    '',
    'Thanks for the call, see you on Monday.',
    'I will be at the fair next week.',
    'We will have the meeting on Friday.',
    'I will not send it again.',
    'I will send it if you agree.',
    'Should I send it to you? I will be back.',
    'Will you send it by Friday?',
    'She will send it.',
    'The goodwill sends a message.',
    'Fine.\n\nOn Tue, 3 Nov 2026 at 10:00, Maya <maya@kestrel.example> wrote:\n> I will send you the plan.',
    'Fine.\n> I will send you the plan.',
    'Fine.\n\nFrom: Maya\nI will send you the plan.',
  ])('is not found in %j', (text) => {
    expect(find(text)).toBeUndefined()
  })

  test('is looked for in a long text in time', () => {
    for (const piece of ['I will ', 'On ', 'a. ', 'je vous ']) expect(find(piece.repeat(100_000))).toBeUndefined()
  })
})
