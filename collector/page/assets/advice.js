/**
 * What became of a message to the model, as sentences: whether it reached the agent (`told`), and what followed
 * (`result`). `helped` is true, false, or null where nobody can say.
 */
export function adviceOf({ enforced, became }) {
  if (became === undefined) return { told: '', helped: null, result: '' }
  const { told, helped, text } = became
  return {
    told: enforced ? toldTexts[told ?? 'unknown'] : toldTexts.recorded,
    helped,
    result: sentence(text),
  }
}

const toldTexts = {
  acted: 'Acted on.',
  seen: 'Seen by the model.',
  delivered: 'Delivered to the agent.',
  recorded: 'Not sent: the mode only records.',
  unknown: 'Not delivered as far as is known: the agent has not confirmed it.',
}

function sentence(text) {
  return text === '' ? '' : `${text[0].toUpperCase()}${text.slice(1)}.`
}
