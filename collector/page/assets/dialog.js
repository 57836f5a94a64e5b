import { h } from './dom.js'
import { keepControlToken } from './tokens.js'

/**
 * Asks the person to confirm. `fields` are elements, `submit` does it; what goes wrong is shown and may be tried
 * again, and where a token with the right to act is missing, it is asked for. Resolves to true when it was done.
 */
export function confirmed({ title, text, fields = [], verb, danger = false, submit }) {
  return new Promise((resolve) => {
    const complaint = h('p', { class: 'bad', role: 'alert' })
    const token = h('input', { type: 'password', autocomplete: 'off' })
    const tokenField = h(
      'label',
      { class: 'field', hidden: true },
      'Token with the right control',
      token,
      h('small', { class: 'dim' }, 'Kept until this tab closes.'),
    )
    const act = h('button', { class: danger ? 'primary danger' : 'primary' }, verb)
    const cancel = h('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel')
    const form = h(
      'form',
      { onsubmit: send },
      h('h2', { id: 'ask-title' }, title),
      h('p', {}, text),
      fields,
      tokenField,
      complaint,
      h('div', { class: 'buttons' }, cancel, act),
    )
    const dialog = h('dialog', { class: 'ask', 'aria-labelledby': 'ask-title' }, form)
    let done = false
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(done)
    })
    document.body.append(dialog)
    dialog.showModal()

    async function send(event) {
      event.preventDefault()
      act.disabled = true
      complaint.textContent = ''
      if (token.value !== '') keepControlToken(token.value)
      try {
        await submit()
        done = true
        dialog.close()
      } catch (error) {
        complaint.textContent = error.code === undefined ? 'The observer was not reached.' : error.message
        if (error.wantsToken) {
          tokenField.hidden = false
          token.value = ''
          token.focus()
        }
      }
      act.disabled = false
    }
  })
}
