import type { NewSession } from '../../teams/new-session.ts'

/** The wording of the contract. Transcription paused while Halden's lawyer talked to Ingrid. */
export const HALDEN_TALKS = [
  `
ada: Welcome back, Ingrid. Yesterday the terms, today the wording.
ingrid: Hello Ada. Next to me on the call is Nora Lie from our legal team, and Lars is on his phone again.
nora: Good afternoon. I have marked three sentences, it won't take long.
esther: Hello Nora. Esther from finance, I'm the one with the invoices.
nora: The first one is on page two. It says that prices may change with the index. We would like a cap.
ada: A cap of three percent a year is what we have with others. Would that do?
nora: Three percent is fine. The second one: notice of three months instead of six.
lars: I asked for that one. Six months is an eternity in timber.
ada: I can do four. Chloé would have to agree to three.
lars: Four is a compromise that I can live with.
ada: Then four months it is. I'll put the cap and the four months into the contract tonight.
nora: And the third one is the place of jurisdiction. We prefer Oslo, you wrote Paris.
ingrid: May we talk about that among ourselves for a minute?
ada: Of course. I'll stop the transcription.
`,
  `
ada: We are back, and it's running again.
nora: We accept Paris if the contract also says that disputes go to mediation first.
ada: Mediation first is a good sentence in any language. Accepted.
ingrid: Wonderful. Then there are no open points on our side.
esther: May I add one? The invoice for the first year goes out on the day of the signature, forty days.
lars: As agreed yesterday.
ada: So the decisions are: a cap of three percent, notice of four months, Paris with mediation first.
nora: Please send me the clean version and one with the changes marked.
ada: I'll send both versions by Monday, Nora, with Ingrid and Lars in copy.
ingrid: And I'll book the room for the signature on Thursday. Coffee is on us.
lars: Ada, what about the delivery note for February?
esther: I found it, it went to the old warehouse address. I'll email you the copy this afternoon.
lars: Thank you, Esther. Then Halden Trelast is happy.
ada: That's how I like to end a week. See you on Thursday!
`,
] as const

/** What Copilot makes of both parts. */
export const HALDEN_INSIGHTS: NonNullable<NewSession['insights']> = {
  meetingNotes: [
    {
      title: 'Changes to the contract',
      text: 'Halden Trelast asked for three changes to the wording; all of them were settled.',
      subpoints: [
        { title: 'Price index', text: 'Prices may rise by at most three percent a year.' },
        { title: 'Notice', text: 'The notice period is four months instead of six.' },
        { title: 'Jurisdiction', text: 'Paris, with mediation before any dispute goes to court.' },
      ],
    },
    {
      title: 'Invoicing and delivery note',
      text: 'The first invoice goes out on the day of the signature and is due after forty days. The missing delivery note for February was found.',
    },
  ],
  actionItems: [
    {
      title: 'Send both versions of the contract',
      text: 'Ada Moreau will send a clean version and one with marked changes to Nora Lie by Monday, with Ingrid and Lars in copy.',
      ownerDisplayName: 'Ada Moreau',
    },
    {
      title: 'Book the room for the signature',
      text: 'Ingrid Sørensen will book the room for Thursday.',
      ownerDisplayName: 'Ingrid Sørensen',
    },
    {
      title: 'Send the copy of the delivery note',
      text: "Esther O'Brien will email the copy of February's delivery note to Lars Ødegård.",
      ownerDisplayName: "Esther O'Brien",
    },
  ],
}
