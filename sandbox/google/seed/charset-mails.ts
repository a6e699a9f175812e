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
  /** The charset in the header, if it is wrong. */
  declaredCharset?: string
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
    declaredCharset: 'iso-8859-1',
    from: 'office@duval.example',
    name: 'Secrétariat',
    subject: 'Devis',
    text: 'Le devis est de 1 200 € – “prix ferme” jusqu’à juin…',
  },
]

/** Creates messages in every charset, in both ways in which Gmail returns them: the original bytes, and UTF-8 with the original charset name. */
export function createCharsetMails(days: RelativeDates): NewMail[] {
  return SAMPLES.flatMap((sample, index) => {
    const receivedAt = days.epochMs(-6 + index, 'Wed', '07:40')
    const original = createCharsetMail(sample, sample.charset, receivedAt)
    return sample.charset === 'utf-8' ? [original] : [original, createCharsetMail(sample, 'utf-8', receivedAt + 60_000)]
  })
}

function createCharsetMail(
  { charset, declaredCharset = charset, from, name, subject, text }: Sample,
  written: string,
  receivedAt: number,
): NewMail {
  // Headers are encoded in the message's charset; like many mailers, those in GBK name its subset GB2312.
  const label = charset === 'gbk' ? 'GB2312' : charset
  const encode = (text: string) => encodeWord(text, label, (piece) => encodeText(piece, charset))
  return {
    from: `${encode(name)} <${from}>`,
    to: 'ada@meridian.example',
    subject: encode(subject),
    receivedAt,
    text,
    encoding: { charset: declaredCharset, written },
  }
}
