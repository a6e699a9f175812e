import type { PersonKey } from '../../core/fixtures.ts'

/** A conversation in which two people write alternately, beginning with the first of `between`. */
export interface Thread {
  subject: string
  /** The week of the first message, relative to the week in which the sandbox starts. */
  week: number
  between: readonly [PersonKey, PersonKey]
  cc?: PersonKey
  /** The folder that holds the messages to Ada, by default the inbox. */
  folder?: string
  turns: readonly string[]
}

export const THREADS: readonly Thread[] = [
  {
    subject: 'Partner contract: open points',
    week: -8,
    between: ['ingrid', 'ada'],
    cc: 'lars',
    folder: 'halden',
    turns: [
      'Hi Ada,\n\nthree points are open: liability, payment term, and the name in the footer.\n\nIngrid',
      'Hi Ingrid,\n\nliability as in last year’s, thirty days, and the name is Meridian Works. Is that all?\n\nAda',
      'Lars wants forty-five days.',
      'Forty, and the coffee is on us when you visit.',
      'Deal. I will have it printed.',
    ],
  },
  {
    subject: 'Gate plan week 9',
    week: -3,
    between: ['omar', 'ada'],
    cc: 'maya',
    turns: [
      'Gate 9 is closed for repairs. I moved your two trucks to 11.',
      'Thank you! Does the driver know?',
      'He does now.',
    ],
  },
  {
    subject: '納期のご相談',
    week: -6,
    between: ['kenji', 'ada'],
    cc: 'haruka',
    folder: 'clients',
    turns: [
      'モロー様\n\nお世話になっております。三月分の納期を一週間早めていただくことは可能でしょうか。\n\n田中',
      '田中様\n\n確認いたしました。三月十三日までにお届けできます。\n\nAda Moreau',
      '助かります。よろしくお願いいたします。',
    ],
  },
  {
    subject: 'Логотип на стенде',
    week: -4,
    between: ['yulia', 'ada'],
    turns: [
      'Ада, здравствуйте!\n\nНа стенде логотип получается слишком тёмным. Можно взять светлый вариант?\n\nЮлия',
      'Юлия, да, берите светлый. Файл во вложении.',
      'Спасибо, так гораздо лучше!',
    ],
  },
  {
    subject: 'Kōwhai: second warehouse',
    week: -5,
    between: ['aroha', 'ada'],
    folder: 'clients',
    turns: [
      'Kia ora Ada, we are opening a second warehouse in Tauranga. Can the licence cover it?',
      'Kia ora! It can, up to fifty seats. How many will it be?',
      'Thirty to begin with.',
      'Then nothing changes. I will write it into the contract.',
      'Ka pai. The list of suppliers is attached.',
    ],
  },
  {
    subject: 'Q1 accruals',
    week: -2,
    between: ['esther', 'ada'],
    turns: [
      'Which of the partner fees belong into Q1?',
      'Halden and Kestrel. The others start in April.',
      'Perfect, booked.',
    ],
  },
  {
    subject: 'Integration test failed',
    week: -1,
    between: ['dmitri', 'ada'],
    cc: 'bilal',
    turns: [
      'The nightly run broke on an address with an apostrophe. Guess whose.',
      'Esther’s? Again?',
      "O'Brien, indeed. Fixed in an hour.",
      'Thank you. Please add a test this time.',
      'There is one now. Two, in fact.',
    ],
  },
  {
    subject: 'Press release, draft 3',
    week: -1,
    between: ['chloe', 'ada'],
    turns: [
      'Please read until tonight. I am not sure about the second sentence.',
      'The second sentence is fine, the third is not true.',
      'Changed. Out it goes on Monday.',
    ],
  },
  {
    subject: 'Second warehouse: go-live',
    week: -7,
    between: ['maya', 'ada'],
    cc: 'omar',
    folder: 'clients',
    turns: [
      'Ada, can we go live on the first of March?',
      'If the gate data are clean by the twentieth, yes.',
      'They will be. Omar is on it.',
      'Then the first it is.',
    ],
  },
  {
    subject: 'Train or plane?',
    week: -4,
    between: ['bilal', 'ada'],
    turns: ['Lyon: train or plane?', 'Train. Always train.', 'Booked, two seats facing forward.'],
  },
  {
    subject: 'Roadmap questions',
    week: -2,
    between: ['lars', 'ada'],
    cc: 'ingrid',
    folder: 'halden',
    turns: [
      'When will the timber module know metric and imperial?',
      'In June. Until then there is a switch per warehouse.',
      'That will do. Thanks for the honest answer.',
    ],
  },
  {
    subject: 'Budget for the fair',
    week: -6,
    between: ['ada', 'esther'],
    cc: 'chloe',
    turns: [
      'I need 12,000 for the fair in May.',
      'You have 9,500.',
      'I will bring my own chairs.',
      '9,800, with chairs.',
    ],
  },
  {
    subject: 'New joiner on your side?',
    week: -3,
    between: ['ada', 'haruka'],
    turns: [
      '桜井様\n\n新しいご担当者のお名前を教えていただけますか。',
      '四月より鈴木が加わります。追ってご連絡いたします。',
    ],
  },
  {
    subject: 'Customs papers',
    week: -1,
    between: ['maya', 'ada'],
    turns: ['The blue form again: page two is missing.', 'Page two is attached. Sorry!', 'Got it, cleared.'],
  },
]
