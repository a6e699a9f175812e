import type { PersonKey } from '../../core/fixtures.ts'

/** A thread in which two people take turns. The first of them starts it. */
export interface SampleThread {
  subject: string
  /** Counted from the week of the sandbox's start. */
  week: number
  between: readonly [PersonKey, PersonKey]
  cc?: PersonKey
  label?: string
  turns: readonly string[]
}

export const SAMPLE_THREADS: readonly SampleThread[] = [
  {
    subject: 'Renewal for 2026',
    week: -7,
    between: ['ingrid', 'ada'],
    cc: 'lars',
    label: 'Customers/Halden',
    turns: [
      'Hi Ada,\n\nour contract ends in May. Can you send an offer for 40 seats instead of 25?\n\nIngrid',
      'Hi Ingrid,\n\nwith pleasure. 40 seats would be 18,400 EUR a year, 8 % below the list. Offer attached.\n\nAda',
      'Thanks! Lars asks whether two years bring it below 17,000.',
      'For two years I can do 17,200. That is as far as I can go.',
      'Two years at 17,200 it is. Please send it to our legal team.',
      'Sent. A good day for both of us.',
    ],
  },
  {
    subject: 'Delivery windows, week 12',
    week: -1,
    between: ['omar', 'ada'],
    cc: 'maya',
    turns: [
      'Ada, the Long Beach containers are two days late. Can we move the handover to Thursday?',
      'Thursday works. Same gate?',
      'Gate 14 this time. Bring the blue forms.',
      'Blue forms, gate 14, Thursday. Got it.',
    ],
  },
  {
    subject: '見積書の件',
    week: -5,
    between: ['kenji', 'ada'],
    cc: 'haruka',
    turns: [
      'モロー様\n\nいつもお世話になっております。見積書を拝見しました。納期は四月末で間に合いますでしょうか。\n\n田中',
      '田中様\n\nはい、四月二十四日までにお届けできます。\n\nAda Moreau',
      'ありがとうございます。正式に発注いたします。',
    ],
  },
  {
    subject: 'Макеты для презентации',
    week: -3,
    between: ['yulia', 'ada'],
    turns: [
      'Ада, добрый день!\n\nВысылаю первые макеты. Синий вариант мне нравится больше.\n\nЮлия',
      'Юлия, спасибо! Согласна: берём синий. Можно логотип чуть крупнее?',
      'Готово, обновлённые файлы во вложении.',
    ],
  },
  {
    subject: 'Forecast Q2',
    week: -2,
    between: ['esther', 'ada'],
    label: 'Finance',
    turns: [
      'Could you check row 14? Kestrel looks too good to be true.',
      'It is true: they signed for the second warehouse.',
      'Lovely. Then we are 6 % above plan.',
      'Do not tell Chloé before Tuesday.',
      'My lips are sealed.',
    ],
  },
  {
    subject: 'Kōwhai: supplier onboarding',
    week: -4,
    between: ['aroha', 'ada'],
    label: 'Customers/Kowhai',
    turns: [
      'Kia ora Ada, we have 14 suppliers to load before the launch. What do you need from us?',
      'Kia ora! One sheet with name, bank account and GST number each. Dmitri imports it in an afternoon.',
      'Here you are. Two have no GST number yet.',
      'Twelve are in. The other two wait for you.',
      'Both numbers came in today, sending them over.',
    ],
  },
  {
    subject: 'Proof of concept: results',
    week: -6,
    between: ['dmitri', 'ada'],
    cc: 'bilal',
    turns: [
      'Import of 120k rows: 38 s. Search p95: 41 ms. They were impressed.',
      'So am I. May I quote the numbers?',
      'Please do. The notebook is in the shared folder.',
    ],
  },
  {
    subject: 'Intro: Maya <> Ada',
    week: -8,
    between: ['maya', 'ada'],
    cc: 'bilal',
    turns: [
      'Hi Ada,\n\nBilal says you are the one to talk to about our second warehouse.\n\nMaya',
      'Hi Maya,\n\nhe is right for once. Tuesday 8 a.m. your time?',
      'Tuesday 8 a.m. is perfect. Let us make it a weekly.',
      'Series sent.',
      'Accepted. Talk soon.',
    ],
  },
  {
    subject: 'Board pack',
    week: -1,
    between: ['chloe', 'ada'],
    label: 'Finance',
    turns: [
      'Ada, three slides on partnerships, please. By Friday noon.',
      'You will have four, one is a joke.',
      'Three. And the joke.',
    ],
  },
  {
    subject: 'Hotel Hamburg',
    week: -2,
    between: ['bilal', 'ada'],
    turns: [
      'Everything within 5 km of the fair is gone. Boat?',
      'A boat is fine if it has Wi-Fi.',
      'It has Wi-Fi and a cat.',
      'Sold.',
    ],
  },
  {
    subject: 'Invoice 2026-0117',
    week: -3,
    between: ['lars', 'ada'],
    cc: 'esther',
    label: 'Customers/Halden',
    turns: [
      'The VAT number on the invoice is the old one. Could you correct it?',
      'Corrected, 2026-0117b is attached. Sorry!',
      'No harm done. Paid today.',
    ],
  },
  {
    subject: 'Question about roles & permissions',
    week: -1,
    between: ['omar', 'ada'],
    turns: [
      'Can a viewer export? We want to give the auditors access.',
      'A viewer can read, not export. I will give them the auditor role.',
    ],
  },
]
