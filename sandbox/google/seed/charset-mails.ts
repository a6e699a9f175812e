import type { RelativeDates } from '../../core/time/relative-dates.ts'
import { encodeWord } from '../gmail/address.ts'
import { encodeText } from '../gmail/charsets.ts'
import type { NewMail } from '../gmail/compose.ts'

interface Sample {
  charset: string
  from: string
  name: string
  subject: string
  text: string
  /** What the header claims, when it is wrong. */
  claimed?: string
}

const SAMPLES: readonly Sample[] = [
  {
    charset: 'utf-8',
    from: 'haruka@sakurai.example',
    name: '桜井遥',
    subject: '四月の打ち合わせ',
    text: '四月の打ち合わせは十時からでお願いします。',
  },
  {
    charset: 'iso-2022-jp',
    from: 'kenji@sakurai.example',
    name: '田中健二',
    subject: '納期のご連絡',
    text: '納期は四月二十四日です。よろしくお願いします。',
  },
  {
    charset: 'windows-1251',
    from: 'yulia@volna.example',
    name: 'Юлия Смирнова',
    subject: 'Счёт за март',
    text: 'Добрый день! Счёт за март во вложении.',
  },
  {
    charset: 'koi8-r',
    from: 'office@volna.example',
    name: 'Офис',
    subject: 'Пропуск',
    text: 'Пропуск заказан, вход со двора.',
  },
  {
    charset: 'gbk',
    from: 'sales@jinhai.example',
    name: '金海物流',
    subject: '新价格表',
    text: '您好，附件是新的价格表，四月一日起生效。',
  },
  {
    charset: 'windows-1252',
    claimed: 'iso-8859-1',
    from: 'office@duval.example',
    name: 'Secrétariat',
    subject: 'Devis',
    text: 'Le devis est de 1 200 € – “prix ferme” jusqu’à juin…',
  },
]

/** Every charset in both ways Gmail is seen to hand it on: the bytes as they came, and UTF-8 under the old name. */
export function createCharsetMails(days: RelativeDates): NewMail[] {
  return SAMPLES.flatMap((sample, index) => {
    const receivedAt = days.epochMs(-6 + index, 'Wed', '07:40')
    const asItCame = createCharsetMail(sample, sample.charset, receivedAt)
    return sample.charset === 'utf-8' ? [asItCame] : [asItCame, createCharsetMail(sample, 'utf-8', receivedAt + 60_000)]
  })
}

function createCharsetMail(
  { charset, claimed = charset, from, name, subject, text }: Sample,
  written: string,
  receivedAt: number,
): NewMail {
  // Header lines are encoded in the mail's charset; those of GBK name its older, smaller sister, as many mailers do.
  const label = charset === 'gbk' ? 'GB2312' : charset
  const word = (words: string) => encodeWord(words, label, (piece) => encodeText(piece, charset))
  return {
    from: `${word(name)} <${from}>`,
    to: 'ada@meridian.example',
    subject: word(subject),
    receivedAt,
    text,
    encoding: { charset: claimed, written },
  }
}
