import type { Limits } from '../words/step.ts'
import type { ToolTraits } from './policy.ts'

/**
 * What tools usually do, as the words of their names say: `verb:create` is the first verb of a name, `noun:history`
 * the last word of a name without a verb ({@link tellingWord}). The policy file replaces each list as a whole.
 */
export const defaultTraits: ToolTraits = {
  effects: verbs(
    'send pay make_payment process_payment refund issue_refund process_refund charge transfer_money transfer_funds',
    'purchase buy place_order deploy publish post post_status',
  ),
  approval: [],
  mutating: verbs(
    'add append apply archive assign unassign reassign book cancel change clear close reopen comment commit complete',
    'confirm approve reject copy create make delete remove drop destroy kill terminate disable enable dismiss',
    'draft duplicate edit exchange fork grant revoke insert install uninstall invite label log mark mark_as',
    'mark_read merge mkdir modify move alter notify patch pop push put register unregister remember forget rename',
    'replace search_and_replace find_and_replace search_replace find_replace reply resolve_review reset restart reboot',
    'return save schedule reschedule set start stop submit subscribe unsubscribe sync toggle unarchive update upload',
    'upsert write rewrite overwrite http_post http_put http_patch http_delete requests_post requests_put',
    'requests_patch requests_delete check_in check_out checkout',
    // Input at a screen.
    'click double_click left_click right_click middle_click triple_click mouse_down mouse_up tap long_press press',
    'press_key keypress hold_key key_press key_down key_up send_keys send_key send_keystrokes send_input input',
    'type fill fill_out hover drag swipe scroll scroll_to navigate goto go_to go_back go_forward select_option',
    'select_dropdown switch_tab open_tab handle_dialog',
  ).concat('key', '*text_editor*'),
  readOnly: [
    ...verbs(
      'read get getter search list find fetch retrieve grep glob view query check describe show look lookup look_up inspect',
      'can is has count calculate compute think recall preview peek poll screenshot snapshot measure compare explain',
      'summarize analyze analyse validate verify review classify estimate predict rank rerank geocode diff typecheck',
    ),
    ...nouns(
      'balance catalog comment contact content detail entry feed forecast history id info information log logbook',
      'member metric output policy price rate rating recommendation record reputation result review schema score',
      'stat state statistic status summary time timeline trend usage volume weather',
    ),
  ],
  waiting: [...verbs('sleep wait await'), 'pause'],
  handoff: verbs('handoff hand_off hand_over delegate transfer_to transfer_back_to'),
  checks: [],
  resourceKeys: [
    'path',
    'file',
    'file_path',
    'filepath',
    'filename',
    'url',
    'uri',
    'table',
    'page',
    'document',
    'selector',
    'element',
    'resource',
    'id',
  ],
  commentKeys: [
    'description',
    'reason',
    'reasoning',
    'explanation',
    'thought',
    'thoughts',
    'comment',
    'rationale',
    'justification',
    'purpose',
    'task_progress',
    'summary',
    'iteration',
    'attempt',
    'nonce',
  ],
}

/** No bound: a limit that stops a run is a defect of the other rules, and what is too much only its owner knows. */
export const defaultLimits: Limits = {
  steps: null,
  toolCalls: null,
  tokens: null,
  costUsd: null,
  seconds: null,
  effects: null,
}

function verbs(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' ')).map((word) => `verb:${word}`)
}

function nouns(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' ')).map((word) => `noun:${word}`)
}
