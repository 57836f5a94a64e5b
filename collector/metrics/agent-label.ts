/** Most names of agents that one observer's metrics tell apart. */
const mostAgents = 50

/**
 * Makes the `agent` label: the name of an agent, `unnamed` where it is not known, and `other` for every agent
 * after the first 50, so that names which somebody makes up cannot fill a metrics server.
 */
export function agentLabels(most = mostAgents): (agent: string | null) => string {
  const known = new Set<string>()
  return (agent) => {
    if (agent === null) return 'unnamed'
    if (!known.has(agent)) {
      if (known.size >= most) return 'other'
      known.add(agent)
    }
    return agent.slice(0, 100)
  }
}
