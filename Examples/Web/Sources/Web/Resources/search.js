// Makes the search bar a combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/) that asks the
// server after each key and shows its answer. Without this script, the page is a form with links.

const input = document.querySelector('#query')
const answer = document.querySelector('#answer')
const status = document.querySelector('#status')

let options = []
let active = -1  // the index of the chosen option, or -1 if none is
let newest = 0  // the number of the last request; an answer to any other is dropped
let request = new AbortController()
let pause  // the timer of an announcement

/// Asks the server for the cities that match the text, unless the text changes before it answers.
async function search() {
  request.abort()
  request = new AbortController()
  const number = ++newest
  const address = '/search?' + new URLSearchParams({ q: input.value })
  let html
  try {
    const response = await fetch(address, { signal: request.signal })
    if (!response.ok) throw new Error(response.statusText)
    html = await response.text()
  } catch {
    html = '<p class="summary">The search does not answer. Please try again.</p>'
  }
  // An aborted request ends here too, as may one whose answer had arrived.
  if (number !== newest) return
  scrollTo(0, 0)
  answer.innerHTML = html
  prepare()
  clearTimeout(pause)
  pause = setTimeout(announce, 500)
}

/// Gives the answer its roles: a list box with a group for each country.
function prepare() {
  const results = answer.querySelector('#results:not(:empty)')
  if (results) {
    results.role = 'listbox'
    results.ariaLabel = 'Cities'
    for (const [index, group] of results.querySelectorAll('section').entries()) {
      const heading = group.querySelector('h2')
      heading.id = `group-${index}`
      heading.role = 'presentation'
      group.role = 'group'
      group.setAttribute('aria-labelledby', heading.id)
    }
    for (const list of results.querySelectorAll('ul, li')) list.role = 'presentation'
  }
  options = [...(results?.querySelectorAll('a') ?? [])]
  for (const [index, option] of options.entries()) {
    option.id = `option-${index}`
    option.role = 'option'
    option.tabIndex = -1
  }
  open(options.length > 0)
}

/// Shows or hides the answer. No option is chosen then.
function open(isOpen) {
  answer.hidden = !isOpen && options.length > 0
  input.ariaExpanded = String(isOpen)
  choose(-1)
}

/// Chooses an option. Before the first one and after the last one is the text itself.
function choose(index) {
  options[active]?.removeAttribute('aria-selected')
  active = (index + options.length + 2) % (options.length + 1) - 1
  const option = options[active]
  if (option) {
    option.ariaSelected = 'true'
    option.scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', option.id)
  } else {
    input.removeAttribute('aria-activedescendant')
  }
}

/// Tells a screen reader how many cities there are, once nobody types.
function announce() {
  status.textContent = answer.querySelector('.summary')?.textContent ?? ''
}

/// Puts the text into the address, for a reload and for the way back from a city.
function remember() {
  const address = input.value ? '/?' + new URLSearchParams({ q: input.value }) : '/'
  history.replaceState(null, '', address)
}

function press(event) {
  // The keys that an input method takes are its own.
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const isOpen = input.ariaExpanded === 'true'
  if (event.key === 'ArrowDown' && options.length > 0) {
    if (!isOpen) open(true)
    choose(active + 1)
  } else if (event.key === 'ArrowUp' && options.length > 0) {
    if (!isOpen) open(true)
    choose(active - 1)
  } else if (event.key === 'Home' && active >= 0) {
    choose(0)
  } else if (event.key === 'End' && active >= 0) {
    choose(options.length - 1)
  } else if (event.key === 'Enter' && active >= 0) {
    remember()
    options[active].click()
  } else if (event.key === 'Escape' && isOpen) {
    open(false)
  } else if (event.key === 'Escape' && input.value) {
    input.value = ''
    search()
  } else {
    return
  }
  event.preventDefault()
}

input.role = 'combobox'
input.ariaAutoComplete = 'list'
input.setAttribute('aria-controls', 'results')
input.addEventListener('keydown', press)
input.addEventListener('input', search)
input.addEventListener('change', remember)
addEventListener('pagehide', () => newest++)
prepare()
// The focus of a new page is before its text.
input.setSelectionRange(input.value.length, input.value.length)
