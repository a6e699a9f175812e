/** The pipeline review: transcription was stopped for a private part and started again. */
export const PIPELINE_TALKS = [
  `
ada: Right, pipeline. Let's go account by account. Bilal, Halden first?
bilal: Halden Trelast, framework renewal, two hundred and forty thousand, negotiation. Ada had the call at one o'clock today.
ada: And it went well. Forty days payment term, liability unchanged, signature next Thursday. I'd put it at ninety percent.
bilal: Moving it to ninety. The warehouse pilot, eighteen and a half, stays in prospecting?
ada: Move it to proposal. They want to start the week after Easter.
dmitri: That's me on a night shift, isn't it?
ada: It is. You get the Friday off.
dmitri: Deal. I'll book the flights once the dates are confirmed.
bilal: Sakurai, the inspection unit. They asked for delivery by the end of April and we said the twenty-fourth.
ada: Kenji wrote that they will order officially. Did the order arrive?
bilal: Not yet. I'll ring Kenji on Thursday morning, that's afternoon in Osaka.
ada: Good. Kestrel, route planning?
bilal: Needs analysis. Maya wants two options on two pages. Ada writes, I review.
ada: I promised it for Friday. Dmitri, I need the API limits from you by tomorrow evening.
dmitri: You'll have them. I'll send you the table tonight.
ada: Kōwhai Foods?
dmitri: Twelve of fourteen suppliers are loaded. The last two got their GST numbers, so we finish this week.
ada: Then they launch on time. Aroha will be happy.
bilal: Студия «Волна», the rebranding: we saw the new mock-ups yesterday, and Yulia talks about money after the fair.
ada: Let's pause the recording for that one, there are names in it that don't belong in a transcript.
`,
  `
ada: We're recording again. So, decisions of today.
bilal: One: Halden goes to ninety percent and the forecast of the quarter includes it.
ada: Two: the pilot is its own opportunity, Dmitri goes to Halden after Easter.
dmitri: Three: no work on the tracking trial for Kestrel any more, it's closed as lost.
ada: Four: the quarterly planning gets thirty minutes for Kōwhai.
bilal: I'll update the opportunities in Salesforce this afternoon.
ada: And I'll share the forecast with Esther on Thursday. She said Kestrel looks too good to be true.
dmitri: It's true, though.
ada: It is, and she may believe it when the second invoice is paid. Thanks, both.
`,
] as const
