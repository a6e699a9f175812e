/** The demo of route planning to Kestrel Freight, on a Friday morning in Portland. */
export const KESTREL_DEMO_TALK = `
bilal: Good morning Portland! Maya asked us to record this for the planner in Seattle, so hello Seattle, too.
maya: Thanks, Bilal. Omar and I have thirty minutes and strong opinions.
ada: The best kind. What you see are your own lanes from Long Beach, four hundred of them, from last November.
omar: I recognise the red one. That is the one that always arrives at lunch.
bilal: And here is the same lane when the plan may choose the departure. It arrives at ten forty.
maya: How does it know about the drayage windows?
bilal: It reads them from the gate data that you cleaned up, Omar.
omar: So if the gate data are wrong, the plan is wrong.
ada: Yes. It is honest about it, though: lanes with doubtful data are grey.
maya: I like that it's honest. What would it take to run this in the yard?
ada: Two weeks for the connection, one for the training, and somebody on your side who decides.
maya: That would be Omar, with half a day a week.
omar: I heard that just now for the first time, but yes.
maya: What are the limits of the interface? Our developer will ask me on Monday.
bilal: Dmitri has the exact numbers. I'll get back to you with them on Tuesday.
maya: And Seattle?
ada: Seattle can start with the same set-up later, or at once if you want one project instead of two.
maya: I want to see both as options, with days, and without adjectives.
ada: Two options, days, no adjectives. I'll draft it and we talk about it on Tuesday in the weekly.
maya: Perfect. Omar, anything?
omar: Can it speak Spanish? Half of the drivers would prefer it.
bilal: The drivers' app can. I'll send you the link to the Spanish version this afternoon.
maya: Sold on that alone. Don't tell procurement. Have a good weekend!
`

/** Bilal's meeting with the studio, to which Ada is invited. */
export const VOLNA_TALK = `
bilal: Hello Yulia, we have the new mock-ups on the screen. Ada and Dmitri are here, too.
yulia: Здравствуйте! I will stay in English, so that Dmitri can complain.
dmitri: I only complain about file sizes.
yulia: This is the light version of the logo. On fabric the dark one was too heavy, so we changed the grey.
ada: It's much better. I can read it from across the room.
yulia: The brochure has eight pages now. Page five waits for your numbers from the case study.
ada: Which numbers exactly?
yulia: Rows, seconds, and one quote from a customer.
ada: A hundred and twenty thousand rows in thirty-eight seconds. I'll ask Maya for a quote and send it to you by Thursday.
bilal: What about the invitation cards for Hamburg?
yulia: They go to print on Monday. I need the number of the stand.
bilal: Hall four, stand twelve, it's a corner.
yulia: Then I'll send the proofs tomorrow morning.
dmitri: Could the files stay below ten megabytes this time?
yulia: There it is, the complaint. Yes, I will export them again.
ada: Thank you, Yulia. Budget talk after the fair, as we said?
yulia: After the fair. Студия «Волна» is patient until April.
`

/** The talk of Ada and Dmitri every other Friday. */
export const ADA_DMITRI_TALK = `
ada: How are you, really?
dmitri: Tired, and proud of the import. Thirty-eight seconds, Ada.
ada: I'm telling everybody. | What keeps you up at night?
dmitri: The gateway at Kestrel. And that I miss the demo tonight, | because my daughter has a concert.
ada: The concert wins. Bilal records it for you.
dmitri: Good. And I want one Friday off | when the import is through.
ada: Done. I'll write it into the plan today.
dmitri: And I'd like to go to the conference in Riga in June. R&D budget, if there is any.
ada: There is a little. I'll talk to Esther about it next week.
dmitri: Thank you. In return I'll give the talk on apostrophes.
ada: <laughs> People will cry.
dmitri: I'll prepare the slides by the end of the month.
`

/** Kenji and Haruka about the delivery, a few minutes before the sandbox starts. */
export const SAKURAI_TALK = `
ada: こんにちは Kenji-san, Haruka-san. Thank you for making time so late.
haruka: Thank you for asking us. Kenji will speak, my English is for reading.
kenji: We have the official order ready. One question: can the inspection unit arrive before Golden Week?
ada: The twenty-fourth of April is five days before it. That is what we can promise.
kenji: Then I will place the order today. The price is as in the last quotation?
ada: As in the quotation, one hundred and thirty-two thousand, installation included.
kenji: Very good. Please name the technician who comes to Osaka.
ada: I'll send you the name and the flight by Wednesday.
haruka: ありがとうございます. Sakurai is looking forward to it.
ada: So are we. Decided: order today, delivery on the twenty-fourth of April.
`

/** Everybody at Meridian was invited through a list. */
export const ALL_HANDS_TALK = `
chloe: Welcome to the all-hands. The first quarter is almost over, and I have good news and one surprise.
chloe: The good news are the numbers. The surprise is that we need a bigger table.
`
