/** Three stand-ups of the partner team, the oldest first. */
export const STAND_UP_TALKS = [
  `
ada: Good morning. Fifteen minutes, three things. Bilal, the Kestrel demo?
bilal: Friday, seven in the evening our time. Maya wants it with the Long Beach lanes.
dmitri: I loaded the lanes last night. There are four hundred of them and they look plausible.
ada: Plausible is the best that I can hope for before nine thirty.
bilal: Second thing, Sakurai asked for a week earlier. Kenji wrote that the thirteenth would save them.
ada: The thirteenth is possible. I'll confirm it to Kenji today.
dmitri: Third thing is mine: the nightly run broke on an apostrophe.
ada: Esther's?
dmitri: O'Brien, indeed. I'll have it fixed by tomorrow, with a test this time.
ada: With a test. I'm writing that down. Thanks!
`,
  `
dmitri: Morning, can you hear me? The microphone is new.
ada: Loud and clear. Did you see the recording of the demo?
dmitri: Yes, it went better than expected. Omar asked about the limits, twice.
bilal: Maya liked the maps and didn't ask about the price once, which means that she will.
ada: She gets two options on two pages. I'll write the proposal for Kestrel Freight this week, it's due on Friday.
bilal: I'll check the numbers before it goes out.
ada: What about Kōwhai?
dmitri: Two suppliers without a GST number. Aroha says that they come today.
ada: Then we are on time. Anything in the way of anybody?
bilal: The boat in Hamburg. It has a cat and I'm allergic.
ada: Buy tablets. Next!
`,
  `
ada: Last one for this week, I'm with Halden all afternoon.
bilal: Terms at one, right? And the wording tomorrow?
ada: Exactly. | If both go well, we sign on Thursday.
dmitri: The logs of the test import are odd between | 00:10:30.000 --> 00:11:00.000 | there is nothing at all.
ada: Is that us or them?
dmitri: Them, I think: the gateway restarts & drops what it has. I'll ask Omar about it tomorrow.
nobody: [inaudible] the coffee machine is broken again.
ada: That is the actual emergency. Bilal, anything on Volna?
bilal: Yulia is happy with the light logo. Pricing <draft> goes out after the fair, not before.
ada: Agreed, no prices to Студия «Волна» before the fair.
bilal: I'll tell her so this morning.
ada: Great, have a good day both.
`,
] as const
