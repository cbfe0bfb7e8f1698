import { visitsPerMinute } from '../http/access/visits.ts'

export const english = {
  lang: 'en',
  test: 'This page belongs to a test workspace.',
  notices: {
    tooMany: {
      title: 'Too many pages opened',
      sentence: (seconds: number) =>
        `Your network opened more than ${visitsPerMinute} pages in a minute. Please try again in ${seconds} seconds.`,
    },
    noLink: { title: 'This link is not valid', sentence: 'Please ask the sender for a new one.' },
    noForm: { title: 'Form not found', sentence: 'There is no form at this address. Please check the link.' },
    /** The sentence of the error; empty: that of the error itself. */
    failed: { title: 'This did not work', later: '', other: '' },
  },
  invoice: {
    title: (number: string) => `Invoice ${number}`,
    sent: (firm: string, client: string | null) =>
      client === null ? `${firm} sent this invoice.` : `${firm} sent this invoice to ${client}.`,
    download: 'Download the invoice (PDF)',
    date: 'Date',
    due: 'Due',
    total: 'Total',
    paid: 'Paid',
    credited: 'Credit notes',
    void: 'Void',
    nothingToPay: 'There is nothing to pay on this invoice.',
    settled: 'Nothing left to pay',
    isSettled: 'This invoice is settled.',
    paidOn: (day: string) => `This invoice was paid on ${day}. Thank you.`,
    toPay: (amount: string) => `${amount} to pay`,
    overdue: 'This invoice is overdue.',
    transfer: 'Pay by bank transfer',
    holder: 'Account holder',
    bank: 'Bank',
    reference: 'Reference',
    code: 'The PDF has a code that you can scan with your banking app.',
  },
  intake: {
    labels: {
      first_name: 'First name',
      last_name: 'Last name',
      email: 'Email',
      phone: 'Phone',
      company: 'Company',
      practice_area: 'What is it about?',
      urgency: 'How urgent is it?',
      description: 'What happened?',
    },
    urgencies: { low: 'Not urgent', medium: 'Within a few weeks', high: 'Very urgent' },
    choose: 'Please choose',
    /** The label of the trap, for readers whom the page shows what is hidden. */
    trap: 'Leave this empty',
    hint: (firm: string) => `Enter an email address or a first name. Only ${firm} receives your message.`,
    send: 'Send',
    closed: 'This form is closed at the moment.',
    thanks: 'Thank you',
    received: (firm: string) => `${firm} has received your message and will get back to you.`,
    another: 'Send another one',
    again: 'Nothing was sent yet. Please look at this again:',
    needed: 'is needed, or else your first name',
    /** Messages for a field, by error code. Without one, the message of the API is used. */
    faults: { invalid_format: '', too_long: '', other: '' },
    wait: (minutes: number) =>
      `Too many forms were sent from your network. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}; your answers are still here.`,
  },
  sign: {
    page: (title: string) => `Sign: ${title}`,
    asks: (firm: string, signer: string) => `${firm} asks ${signer} to sign this document.`,
    sign: 'Sign',
    consent:
      'I have read this document and agree to sign it electronically; my signature here counts like one on paper.',
    needsCode: (firm: string) => `To sign, you need a code, which ${firm} sends to`,
    sendCode: 'Send the code',
    sendNewCode: 'Send a new code',
    code: 'Code',
    codeHint: (email: string) => `It was sent to ${email} and is valid for 30 minutes.`,
    name: 'Your full name',
    draw: 'Or draw your signature with the mouse or a finger.',
    drawing: 'Your signature as drawn',
    clear: 'Clear drawing',
    submit: 'Sign document',
    declining: 'Decline to sign',
    reason: 'Reason',
    reasonHint: (firm: string) => `${firm} will see it. You can leave it empty.`,
    decline: 'Decline',
    download: 'Download the document',
    read: (kind: 'pdf' | 'text') =>
      `Please read the document (${kind === 'pdf' ? 'PDF' : 'a long text'}) before you sign it.`,
    hash: 'SHA-256 of the document:',
    declined: 'Declined',
    declinedOn: (moment: string, firm: string) =>
      `This document was declined on ${moment}. ${firm} can send you a new one.`,
    signed: 'Signed',
    copyEnded: (moment: string, firm: string) =>
      `This document was signed on ${moment}. Please ask ${firm} for a copy.`,
    expired: 'This link has expired',
    askForNew: (firm: string) => `Please ask ${firm} for a new one.`,
    signer: 'Signer',
    askedBy: 'Asked by',
    copy: 'Download your copy',
    signedOn: (moment: string) => `This document was signed on ${moment}.`,
    notReady: (firm: string) => `${firm} has not added the document yet. Please try again later.`,
    errors: {
      consent: 'Please tick the box to agree to sign electronically.',
      name: 'Please type or draw your name.',
      oddName: 'The name is too long or has invalid characters.',
      changed: 'The document was changed while you had it open. Please read it again before you sign.',
      tooMuch: 'Too many requests came from your network. Please try again later.',
      wrongCode: 'This is not the code of the latest message that was sent to you.',
      endedCode: 'The code has expired or was wrong too often. Please send a new one.',
      tooManyCodes: (count: number) =>
        `${count} codes were sent within an hour. Please look for the latest one, or try again later.`,
      otherMember: (email: string) =>
        `You are signed in to Matterbase as ${email}, and another member of the firm is to sign this document. Only that member can sign or decline it.`,
    },
  },
}

export type PublicWords = typeof english
