/**
 * Verbs that are nouns as well. They count as verbs at the beginning of a name, where no word at its end says what is
 * looked at, and after {@link actors}.
 */
export const nounsToo: ReadonlySet<string> = words(
  'archive book build can change charge checkout clear click close comment commit complete copy deploy diff draft drag drop',
  'edit estimate exchange fill fork grant handoff has input install is key label log mark merge move patch plan poll',
  'pop post press publish purchase push put refund register reply request reset return review rank save schedule',
  'scroll set show sleep start stop swipe sync tap toggle train transfer type update upload wait',
)

/** Those of {@link nounsToo} that are verbs at any place: `browser_file_upload`. */
export const verbsAnywhere: ReadonlySet<string> = words(
  'click drag edit fill handoff install publish register reply reset scroll sleep swipe sync toggle update upload wait',
)

/** Those of {@link nounsToo} that stay verbs whatever is at the end: `set_status`, `clear_history`. */
export const verbsBeforeNouns: ReadonlySet<string> = words(
  'can change clear complete copy drag drop edit fill has is mark move publish put register reply request reset save set show',
  'toggle update',
)

/** Programs and sites, by which tools are told apart before their verb: `browser_type`, `git_commit`, `slack_post_message`. */
export const actors: ReadonlySet<string> = words(
  'api browser chrome computer desktop devtools docker discord facebook git github gitlab helm instagram keyboard',
  'kubectl linkedin mobile mouse playwright puppeteer reddit redis selenium slack telegram twitter x',
)

/** Verbs that neither change nor only look; what follows them is their object: `generate_list`. */
export const idleVerbs: readonly string[] = [
  ...words('generate build compile convert select prepare render request plan ask train translate simulate'),
  ...words('make_request make_http make_api'),
]

/** Two words that are one thing, whatever the first does elsewhere. */
export const compounds: ReadonlySet<string> = words(
  'docker_log git_log merge_request pull_request press_release exchange_rate log_file log_level type_definition set_point start_time',
  'start_date close_price post_office return_policy',
)

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}
