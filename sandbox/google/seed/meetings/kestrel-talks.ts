/** What was said in Kestrel's weekly meetings, the oldest first. */
export const KESTREL_TALKS = [
  `
maya: Good morning from Portland, good evening Paris. Is Omar on?
omar: I'm here, just getting my headset to cooperate.
ada: Hi both. Bilal is joining from the train, so forgive the tunnel noise.
bilal: So far no tunnels. Hello everyone.
maya: Let me start with the second warehouse. The board signed it off on Thursday, so we are really doing this.
ada: Congratulations, Maya, that's wonderful news. What does it mean for the timeline?
maya: Go-live on the weekend after next, if the gate data are clean by then.
omar: They are not clean today. About six percent of the gate codes still point to the old yard.
ada: Is that something we can fix on the import side?
omar: Half of it. The other half needs someone who knows the yard, and that is me.
maya: Omar, can you own that?
omar: Yes. I'll have the gate list cleaned up by Friday.
ada: Perfect. Then I'll prepare the import and we run it once on the test system first.
bilal: Can I ask about route planning? In the autumn you said that you would look at it after the warehouse.
maya: Still true. I want to see it, but I don't want to talk about prices before the go-live.
bilal: Understood. No prices. A demo with your own lanes?
maya: That I would like. Thirty minutes, Omar and me, nobody from finance.
bilal: I'll set up the demo with the Long Beach lanes and send you two dates.
ada: And we keep the tracking trial closed?
maya: Yes, that one is dead. It was a good trial, wrong year.
ada: Fair enough. Anything else from your side?
omar: Only that gate nine will be closed for repairs, so expect some noise in the numbers.
ada: Noted. Thanks everyone, talk next Tuesday.
`,
  `
maya: Morning. Quick one today, I have a driver strike to prevent at nine.
ada: Then let's go straight to the list. Omar, how is the gate data?
omar: Down from six percent to one and a half. The rest is gate nine, and gate nine is closed.
ada: So we import without gate nine and add it when it opens again?
omar: That's what I would do.
maya: Agreed. We go live without gate nine.
bilal: For the record, that is a decision: go-live this weekend without gate nine.
maya: For the record, yes.
ada: Good. The test import ran on Friday, a hundred and twenty thousand rows in thirty-eight seconds, no errors in the log.
omar: I looked at it. Two addresses have an apostrophe that came out twice, otherwise it's right.
ada: Dmitri has a fix for the apostrophe. I'll check with him and let you know tomorrow.
maya: What do you need from me?
ada: The names of the shift leads, so that they get accounts before the weekend.
maya: I'll send you the names tonight. There are eleven of them.
bilal: On the demo: does Friday at ten your time work?
maya: Friday is fine. Record it please, our planner in Seattle can't make it.
bilal: Will do. I'll book the room and send the invitation today.
ada: One more thing. Finance asked whether the second warehouse falls under the same contract.
maya: Same contract, second order form. Kestrel Freight signs, not the Seattle entity.
ada: Then I'll draft the order form and share it with you by Friday.
maya: Great. I have to run, go and be brilliant without me.
omar: We always are.
`,
  `
maya: Hi Ada, hi Bilal. I'm on my own for the first minutes, Omar is down at the yard.
ada: Hi Maya! How are the Long Beach containers?
maya: Two days late. That's the first thing I wanted to raise. Can we move the handover to Thursday?
ada: Thursday works for us. Same gate?
maya: No, gate fourteen this time. And please bring the blue forms, customs wants the paper.
bilal: Blue forms, gate fourteen, Thursday. I'll tell the driver.
omar: Sorry, I'm in. I heard blue forms, so I know where we are.
maya: Omar, you had the auditors.
omar: Yes. We want to give the auditors access, but a viewer should not be able to export everything.
ada: A viewer can read and not export. There's an auditor role that can export with a log. I'll send you the steps by Wednesday.
omar: That would be perfect, they start on Monday.
maya: Next: the go-live. The first weekend was calm, the shift leads like it, gate nine is still closed.
ada: I saw the numbers. Ninety-four percent of the movements were scanned at the first attempt.
maya: Ninety-four is better than I had hoped. What's the target?
ada: Ninety-seven by the end of the quarter, that was in the order form.
caller: Sorry to jump in, this is Priya from the dispatch desk. The missing three percent are trailers without a plate number.
maya: Thanks Priya. Can we get those plated?
caller: We can, it's a week of work. I'll have the trailers plated by the end of the month.
ada: That would solve it. Bilal, how did the route planning demo land?
bilal: Maya asked for a proposal with two options: the Portland yard only, or Portland and Seattle together.
maya: Right. And keep it on two pages. If it's longer than two pages it goes to procurement, and then we talk again in autumn.
ada: Understood. I'll send the proposal by Friday, two pages, two options.
maya: Thank you. One request: put the implementation days in it, my team got burned by that once.
ada: I'll put in the days and who does what.
omar: And please name the API limits, our developer asked twice.
bilal: I'll add a line on limits, Dmitri has the numbers.
maya: Then we decide in two weeks. Budget holder is me, so nobody else needs to be convinced.
ada: Lovely. Have a calm week, all.
maya: You don't know my yard. Bye!
`,
] as const
