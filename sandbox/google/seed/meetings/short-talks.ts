/** The stand-up, in which Bilal loses his connection and the room speaks for three people. */
export const STAND_UP_TALK = `
ada: Morning. Let's be quick, the coffee is still warm. Dmitri?
dmitri: Yesterday the apostrophe fix, today the import of the last two Kōwhai suppliers. No blockers.
room: Esther here, in the room with two interns. We're closing February, invoices go out at noon.
ada: Thanks Esther. Bilal?
bilal: I called Kenji in Osaka, the order for Sakurai is coming on Mon
ada: Bilal, you froze. We heard Monday.
room: He's gone. He's in the basement again.
bilal: I'm back, sorry. Monday, yes. And I'll send Kestrel the invitation for the follow-up this morning.
ada: Great. From me: the revised price list for Halden and the proposal for Kestrel, both due on Friday.
dmitri: Then nobody disturbs you today.
ada: I'll put that on my door. Have a good day!
`

/** A spontaneous call without a calendar event. */
export const AD_HOC_TALK = `
ada: Thanks for jumping on so quickly, Dmitri.
dmitri: Sure. Is this about the limits?
ada: Yes, Omar asked for them twice. What do we tell Kestrel?
dmitri: Six hundred requests a minute per user, ten thousand rows per import, and no limit on reads at night.
guest: Sorry, I'm Tom from the dispatch desk, Omar gave me the link. Is the night in Portland time or in Paris time?
dmitri: Portland time for you, ten in the evening to five in the morning.
guest: That helps, our imports run at eleven.
ada: Tom, is there anything else that your developer needs?
guest: A sandbox to try it. We don't want to test on the live yard.
dmitri: I'll set up a test account for you by Thursday.
ada: And I'll write the limits into the proposal. Thanks, that was worth the five minutes.
`

/** The launch of Kōwhai, a few minutes before the sandbox starts. */
export const KOWHAI_TALK = `
aroha: Kia ora Ada! It's late here, so I only have one question with three parts.
ada: Kia ora Aroha! Go ahead, all three.
aroha: Are all fourteen suppliers in, can the price list stay hidden until launch day, and who do I call if something breaks?
ada: All fourteen are in since Friday. The price list is marked as embargoed, only you and I can see it.
aroha: And the third?
ada: Dmitri's phone is on during the whole launch day, your time. I'll send you the number and the escalation list tonight.
aroha: Ka pai. Then we launch in two weeks, on the Tuesday, as planned.
ada: Decided: launch in two weeks, Kōwhai Foods goes live with fourteen suppliers.
aroha: I'll tell the board. And I'll ship you a box of the new tasting set before the end of the week.
ada: You don't have to! But I won't say no. Sleep well, Aroha.
`

/** A room that people drop in and out of, and that is open while the sandbox starts. */
export const OPEN_ROOM_TALK = `
bilal: The room is open, as every week. Anybody with questions on partner contracts, come in.
dmitri: I have one. Does the new order form cover test accounts?
bilal: It does, up to five of them.
dmitri: Good, then I'll create the one for Kestrel now.
bilal: Ada is coming later. I'll ask her about the discount for the Seattle yard.
dmitri: I'm staying on mute, shout if you need me.
`

/** A meeting whose transcript only its organizer may read. */
export const BOARD_TALK = `
chloe: This stays between the three of us until Tuesday.
esther: Understood.
ada: Understood.
chloe: The numbers are six percent above plan, and I want to talk about what we do with it.
`
