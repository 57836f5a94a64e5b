import { h } from './dom.js'

const names = { read: 'loop-observer-token', control: 'loop-observer-control-token' }

/** The token with which the page reads, or null. Tokens are kept until the tab closes. */
export function readToken() {
  return sessionStorage.getItem(names.read)
}

/** The token with which the page acts: one given for it, else the one with which it reads. */
export function controlToken() {
  return sessionStorage.getItem(names.control) ?? readToken()
}

/** Keeps a token with which the page acts. */
export function keepControlToken(token) {
  sessionStorage.setItem(names.control, token)
}

let asking = null

/** Asks the person for a token to read with; resolves when there is one. */
export function askForToken(complaint) {
  asking ??= new Promise((resolve) => {
    const input = h('input', { type: 'password', autocomplete: 'off', required: true })
    const dialog = h(
      'dialog',
      { 'aria-labelledby': 'token-title', class: 'ask' },
      h(
        'form',
        { method: 'dialog' },
        h('h2', { id: 'token-title' }, 'This observer asks for a token'),
        h('p', {}, 'It needs the right ', h('code', {}, 'read'), ', and is kept until this tab closes.'),
        h('label', { class: 'field' }, 'Token', input),
        h('p', { class: 'bad', role: 'alert' }, complaint),
        h('div', { class: 'buttons' }, h('button', { class: 'primary' }, 'Use it')),
      ),
    )
    dialog.addEventListener('cancel', (event) => event.preventDefault())
    dialog.addEventListener('close', () => {
      sessionStorage.setItem(names.read, input.value)
      dialog.remove()
      asking = null
      resolve()
    })
    document.body.append(dialog)
    dialog.showModal()
  })
  return asking
}
