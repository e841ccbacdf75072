// The console: chooses a page by the address, asks for its data while it is visible, and draws it.
import { html, render, link, plain, Waiting, missing } from './parts.js';
import { pages } from './pages.js';

const state = { page: 'overview', query: {}, answer: null, held: false };
let timer, turn = 0;

function read() {
  const [path, query = ''] = location.hash.slice(2).split(/\?(.*)/s);
  const page = Object.hasOwn(pages, path) ? path : 'overview';
  Object.assign(state, { page, query: Object.fromEntries(new URLSearchParams(query)), answer: null });
}

async function ask() {
  clearTimeout(timer);
  const mine = ++turn;
  const page = pages[state.page];
  const url = page.url(state.query);
  if (!url) return draw();
  let answer;
  try {
    const response = await fetch('api/' + url);
    answer = response.ok ? await response.json() : { error: await response.text() };
  } catch {
    answer = { error: 'The console does not answer. It is stopped, or cannot be reached.' };
  }
  if (mine !== turn) return;
  const kept = missing(answer) && !missing(state.answer) ? { ...state.answer, late: answer.error ?? answer.progress } : answer;
  if (!state.held) state.answer = kept;
  draw();
  const again = missing(answer) ? 300 : page.again(state.answer);
  if (again && !document.hidden) timer = setTimeout(ask, again);
}

function go() {
  read();
  draw();
  ask();
  document.title = pages[state.page].title + ' · Tributary';
}

function find(event) {
  event.preventDefault();
  const id = new FormData(event.target).get('id').trim();
  if (id) location.hash = link('event', { id });
}

function draw() {
  const page = pages[state.page];
  render(html`
    <a class="skip" href="#main" onClick=${e => { e.preventDefault(); document.getElementById('main').focus(); }}>To the content</a>
    <header>
      <a class="name" href="#/overview">Tributary</a>
      <nav aria-label="Pages">${Object.entries(pages).filter(([, each]) => each.menu).map(([name, each]) => html`
        <a href=${link(name)} aria-current=${name === state.page ? 'page' : undefined}>${each.title}</a>`)}</nav>
      <form role="search" onSubmit=${find}>
        <label for="id" class="unseen">Any id of an event</label>
        <input id="id" name="id" placeholder="request, fact, message or item id" autocomplete="off" spellcheck=${false} />
        <button>Find</button>
      </form>
    </header>
    <main id="main" tabindex="-1">
      <h1>${page.title}</h1>
      ${state.answer?.late && html`<p class="problem" role="alert">${plain(state.answer.late)}</p>`}
      ${missing(state.answer) && page.url(state.query) && html`<${Waiting} answer=${state.answer} />`}
      <${page.view} answer=${missing(state.answer) ? null : state.answer} query=${state.query} held=${state.held} ask=${ask} draw=${draw}
        hold=${() => { state.held = !state.held; draw(); ask(); }} />
    </main>`, document.getElementById('console'));
}

addEventListener('hashchange', () => { state.held = false; go(); });
document.addEventListener('visibilitychange', () => { if (!document.hidden) ask(); });
go();
