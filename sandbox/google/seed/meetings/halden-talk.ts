/** The meeting about the terms of Halden's renewal. Astrid is an anonymous guest, Lars joins by phone. */
export const HALDEN_TALK = `
ada: Hello Ingrid! I think we have one more guest in the call.
ingrid: Hi Ada. Yes, that's Astrid Vik from our warehouse, she would like to listen in on the pilot.
astrid: Hello, good afternoon.
lars: And this is Lars, on the phone from the car. I can hear you well.
ada: Welcome everyone. Esther from our finance is here too, for the invoicing questions.
esther: Hi all.
ingrid: Let me say where we are. Two years at seventeen thousand two hundred for forty seats, that is agreed. What's open is the payment term, the liability and the price list for the extra modules.
ada: Shall we take them in that order?
ingrid: Please.
lars: On the payment term I asked for forty-five days. I know you said thirty.
esther: Thirty is our standard, but I can live with forty if the invoice goes out at the start of the period.
lars: Forty days, invoice in advance. Fine for me.
ada: Then we write forty days into the framework agreement. Liability as in last year's contract?
ingrid: As last year. Our legal team has no comments on that.
ada: Wonderful. And the price list: I saw that the timber module was listed twice in the old one.
ingrid: Exactly, that confused everybody.
ada: I'll send the revised price list by Friday, with the timber module once and the volume discount spelled out.
ingrid: Perfect. I'll get the legal sign-off for it by next Wednesday.
lars: One complaint, since I have you. The delivery note for the February shipment never arrived.
ada: I'm sorry about that, Lars. There is a case open. Esther, was it the VAT number again?
esther: No, the VAT number is corrected. I'll look into the delivery note this afternoon and call you back.
lars: Thank you. It's not dramatic, but the auditors ask for it.
ada: Let's talk about the warehouse pilot. Astrid, what would you need to start?
astrid: Two scanners, the layout of hall three in the system, and somebody who shows it to the night shift.
ada: Dmitri can come up for two days. Would the week after Easter work?
astrid: The week after Easter is good. The night shift starts at ten in the evening, though.
ada: He's used to it. I'll check his calendar and confirm the dates by Monday.
ingrid: So the pilot is a separate order?
ada: Yes, eighteen thousand five hundred, separate from the framework, and you can walk away after eight weeks.
lars: That was important to me. Then I have no objections.
ingrid: So we sign the framework next week and the pilot after Easter. Is that the plan?
ada: That's the plan. Signature on Thursday, Chloé and you, Lars?
lars: Me and Ingrid. In Halden Trelast two people always sign.
ada: Then I'll have both names in the document. Thank you all, that was a good half hour.
ingrid: Thank you, Ada. Ha det!
`
