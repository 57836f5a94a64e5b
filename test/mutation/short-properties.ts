import fc from 'fast-check'

// A property that holds is asked again for every mutant it covers: a moment of examples each time.
fc.configureGlobal({ interruptAfterTimeLimit: 50, markInterruptAsFailure: false })
