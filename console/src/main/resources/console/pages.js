// The pages: the address of their data, the pause before they ask again, and their view.
import { html, age, ago, clock, link, missing, plain, rate, short, Json, State, Waiting, Words } from './parts.js';

const FAMILIES = ['devices', 'history', 'inbox', 'tenants', 'outreach'];
const RESULTS = ['stored', 'duplicate', 'waiting', 'refused', 'unfinished', 'published', 'answered'];

const parameters = (name, query, names) => {
  const given = new URLSearchParams(names.filter(each => query[each]).map(each => [each, query[each]]));
  return `${name}?${given}`;
};

// Shows the form's fields in the address, so that a link leads to the same page.
const filter = page => event => {
  event.preventDefault();
  location.hash = link(page, Object.fromEntries(new FormData(event.currentTarget)));
};

const Choice = ({ name, label, values, query, all = 'all' }) => html`<label>${label}
  <select name=${name} value=${query[name] ?? ''}><option value="">${all}</option>
    ${values.map(each => html`<option value=${each} selected=${each === query[name]}>${each}</option>`)}</select></label>`;

const Field = ({ name, label, query, hint = '' }) => html`<label>${label}
  <input name=${name} value=${query[name] ?? ''} placeholder=${hint} autocomplete="off" spellcheck=${false} /></label>`;

// The answer to a question, which is asked again until it is there.
async function answered(url, options) {
  try {
    for (;;) {
      const response = await fetch('api/' + url, options);
      const answer = response.ok ? await response.json() : { error: await response.text() };
      if (!answer.progress) return answer;
      await new Promise(later => setTimeout(later, 300));
    }
  } catch {
    return { error: 'The console does not answer.' };
  }
}

/* Values: lists leave large ones out, and each is asked for alone */

const values = new Map();

async function load(place, draw) {
  if (values.has(place)) return;
  values.set(place, { progress: 'reading' });
  draw();
  values.set(place, await answered(parameters('value', { place }, ['place'])));
  draw();
}

function Value({ place, bytes, draw }) {
  const read = values.get(place);
  return html`<details onToggle=${e => e.currentTarget.open && load(place, draw)}>
    <summary>value, ${bytes.toLocaleString('en')} bytes</summary>
    ${read && missing(read) && html`<${Waiting} answer=${read} />`}
    ${read?.value !== undefined && html`<${Json} value=${read.value} />`}
    ${read?.text && html`<pre tabindex="0">${plain(read.text)}</pre><p class="note">The rest is not shown.</p>`}</details>`;
}

/* Overview */

const Node = ({ title, state, children }) => html`<li class=${'node ' + state}><b>${title}</b> ${children}</li>`;
const Arrow = ({ moving, children }) => html`<li class=${moving ? 'arrow moving' : 'arrow'}><span>${children}</span><i aria-hidden="true"></i></li>`;

const left = part => part.left ? `${part.left.toLocaleString('en')} left${part.age ? ', for ' + age(part.age) : ''}` : 'up to date';

function Flow({ family, services }) {
  const state = role => services.filter(each => each.role === role).every(each => each.state === 'ready') ? 'well' : 'late';
  const { facts, records, dead_letters: open } = family;
  return html`<section class="family" aria-labelledby=${'family-' + family.name}>
    <h2 id=${'family-' + family.name}><a href=${link('events', { family: family.name })}>${family.name}</a></h2>
    <ol class="flow">
      <${Node} title="HTTP" state=${state('gateway')}>gateway<//>
      <${Arrow} moving=${facts.rate > 0}>${rate(facts.rate)}<//>
      <${Node} title="facts" state=${facts.state}>${left(facts)}<//>
      <${Arrow} moving=${facts.rate > 0} />
      <${Node} title="processors" state=${facts.state === 'well' ? state('processors') : facts.state}>${facts.state === 'well' ? 'running' : facts.state}<//>
      <${Arrow} moving=${records.rate > 0}>${rate(records.rate)}<//>
      <${Node} title="records" state=${records.state}>${left(records)}<//>
      <${Arrow} moving=${records.rate > 0} />
      <${Node} title="sink" state=${records.state === 'well' ? state('sink') : records.state}>${records.state === 'well' ? 'running' : records.state}<//>
      <${Arrow} moving=${records.rate > 0 && !records.left} />
      <${Node} title="tables" state="well">${family.tables.map(name => html` <a href=${link('tables', { table: name })}>${name}</a>`)}<//>
    </ol>
    ${open > 0 && html`<p><a href=${link('dead-letters', { family: family.name })}>open dead letters: ${open.toLocaleString('en')}</a></p>`}
  </section>`;
}

function Overview({ answer }) {
  if (!answer) return null;
  const well = !answer.findings.length;
  return html`
    <p class=${well ? 'verdict well' : 'verdict problem'} role="status">${well ? 'All is well.' : `${answer.findings.length} finding${answer.findings.length > 1 ? 's' : ''}`}
      <small> as of ${ago(answer.at)}</small></p>
    <div class="beside">
      <div>${answer.families.map(family => html`<${Flow} key=${family.name} family=${family} services=${answer.services} />`)}</div>
      <aside aria-label="Findings and services">
        ${answer.findings.map(each => html`<div class="finding" key=${each.code + each.what}>
          <h2>${each.code.replaceAll('_', ' ')}</h2>
          <p><${Words} text=${each.what} /></p><p><b>Do:</b> <${Words} text=${each.remedy} /></p>
          <p class="note">seen first ${ago(each.since)}</p></div>`)}
        ${answer.refused.length > 0 && html`<h2>Refused requests</h2>
        <ul class="services">${answer.refused.map(each => html`<li>${each.count.toLocaleString('en')} × ${plain(each.reason)}</li>`)}</ul>
        <p class="note">since the gateways started</p>`}
        <h2>Services</h2>
        <ul class="services">${answer.services.map(each => html`<li>${each.role} <${State} name=${each.state} /><br /><small>${plain(each.url)}</small></li>`)}</ul>
      </aside>
    </div>`;
}

/* Events */

const eventLink = each => link('event', { event: each.event, since: each.since });

function Events({ answer, query, held, hold }) {
  return html`
    <form class="filters" onChange=${filter('events')} onSubmit=${filter('events')}>
      <${Choice} name="family" label="Family" values=${FAMILIES} query=${query} />
      <${Choice} name="result" label="Result" values=${RESULTS} query=${query} />
      <${Field} name="key" label="Key contains" query=${query} />
      <${Field} name="minutes" label="Last minutes" query=${query} hint="any" />
      <button type="submit">Filter</button>
      <button type="button" onClick=${hold} aria-pressed=${held}>${held ? 'Resume' : 'Pause'}</button>
    </form>
    ${answer && (answer.events.length ? html`<div class="wide" tabindex="0" role="region" aria-label="Events"><table>
      <thead><tr><th scope="col">accepted</th><th scope="col">family</th><th scope="col">result</th><th scope="col">key</th><th scope="col">request</th></tr></thead>
      <tbody>${answer.events.map(each => html`<tr key=${each.event}>
        <td><a href=${eventLink(each)}>${clock(each.at)}</a></td><td>${each.family}</td>
        <td><${State} name=${each.result} /> ${plain(each.code)}</td>
        <td class="id">${short(each.key)}</td><td class="id">${short(each.request_id, 40)}</td></tr>`)}</tbody></table></div>`
    : html`<p class="note">No event among the newest thousand. Send one, or find an older one by its id above.</p>`)}`;
}

/* One event */

const SHOWN = new Set(['stage', 'topic', 'partition', 'offset', 'key', 'at', 'after_ms', 'decision', 'value', 'value_bytes', 'item', 'item_bytes',
  'table', 'state', 'of', 'of_event', 'origin']);

const Place = ({ text }) => html`<a class="id" href=${link('event', { id: text })}>${plain(text)}</a>`;

function Stage({ stage, draw }) {
  const value = stage.item ?? stage.value;
  const rest = Object.entries(stage).filter(([name, each]) => !SHOWN.has(name) && each !== '');
  const [key, sort] = stage.table ? Object.values(stage.key) : [];
  return html`<li class=${'stage ' + stage.stage.replace('_', '-')}>
    <h3>${stage.stage.replace('_', ' ')} ${stage.decision && html`<${State} name=${stage.decision} />`}
      ${stage.state && html`<${State} name=${stage.state} />`}
      ${stage.after_ms !== undefined && html`<small title=${plain(stage.at)}>after ${stage.after_ms.toLocaleString('en')} ms</small>`}</h3>
    ${stage.topic && html`<p><${Place} text=${`${stage.topic}/${stage.partition}/${stage.offset}`} /> <span class="id">${short(stage.key)}</span></p>`}
    ${stage.table && html`<p><a href=${link('tables', { table: stage.table, key, sort })}>${plain(stage.table)}</a>
      ${Object.entries(stage.key).map(([name, each]) => html` <span class="id">${name}=${short(each)}</span>`)}</p>`}
    ${stage.of && html`<p>duplicate of <${Place} text=${stage.of} /></p>`}
    ${stage.origin && html`<p>of <${Place} text=${stage.origin} /></p>`}
    ${rest.length > 0 && html`<dl>${rest.map(([name, each]) => html`<dt>${name.replaceAll('_', ' ')}</dt><dd class="id">${short(typeof each === 'object' ? JSON.stringify(each) : each, 400)}</dd>`)}</dl>`}
    ${stage.value_bytes !== undefined && html`<${Value} place=${`${stage.topic}/${stage.partition}/${stage.offset}`} bytes=${stage.value_bytes} draw=${draw} />`}
    ${stage.item_bytes !== undefined && html`<p class="note">The item has ${stage.item_bytes.toLocaleString('en')} characters: see its table.</p>`}
    ${value !== undefined && html`<details open=${!!stage.item}><summary>${stage.item ? 'item as stored now' : 'value'}</summary><${Json} value=${value} /></details>`}
  </li>`;
}

function Event({ answer, query, draw }) {
  if (!answer) return query.id || query.event ? null : html`<p class="note">Find an event by an id, above.</p>`;
  if (!answer.events.length) return html`<p class="note">No event has the id ${plain(query.id ?? query.event)}.</p>`;
  return html`${answer.events.map(each => html`<article key=${each.event}>
      <h2>event <span class="id">${plain(each.event)}</span></h2>
      <ol class="way">${each.stages.map((stage, i) => html`<${Stage} key=${i} stage=${stage} draw=${draw} />`)}</ol></article>`)}
    ${answer.omitted > 0 && html`<p class="note">${answer.omitted} older events have this id: <code>./tributary trace ID --limit N</code> prints more.</p>`}`;
}

const unfinished = answer => answer.events.some(each => each.stages.some(stage => stage.decision === 'unfinished' || stage.state === 'unfinished'));

/* Tables */

function Tables({ answer, query }) {
  const table = answer?.tables.find(each => query.table === each.name || query.table === each.full);
  const pattern = each => `${each.index || 'table'}: ${each.key[0]} = …${each.key[1] ? `, by ${each.key[1]}` : ''}`;
  const access = table && (table.access.find(each => each.index === (query.index ?? '')) ?? table.access[0]);
  return html`
    <form class="filters" onSubmit=${filter('tables')}>
      <label>Table <select name="table" onChange=${filterTable}>${!query.table && html`<option value="">choose</option>`}
        ${answer?.tables.map(each => html`<option value=${each.name} selected=${each === table}>${each.full}</option>`)}</select></label>
      ${table && html`<label>Access <select name="index" onChange=${e => filter('tables')({ preventDefault() {}, currentTarget: e.currentTarget.form })}>
          ${table.access.map(each => html`<option value=${each.index} selected=${each === access}>${pattern(each)}</option>`)}</select></label>
        <${Field} name="key" label=${access.key[0]} query=${query} />
        ${access.key[1] && html`<${Field} name="sort" label=${access.key[1] + (access.number ? '' : ' begins with')} query=${query} hint="any" />
          <${Choice} name="order" label="Order" values=${['descending']} all="ascending" query=${query} />`}
        <button type="submit">Read</button>`}
    </form>
    ${table?.ttl && html`<p class="note">Items are expired once <code>${table.ttl}</code> is in the past; DynamoDB removes them later.</p>`}
    ${answer?.items && (answer.items.length ? answer.items.map((item, i) => html`<${Json} key=${i} value=${item} />`) : html`<p class="note">No item has this key.</p>`)}
    ${answer?.more && html`<p class="note">There are more: <code>./tributary tables read ${table?.name} --key …</code></p>`}`;
}

const filterTable = event => { location.hash = link('tables', { table: event.currentTarget.value }); };

/* Dead letters */

function DeadLetters({ answer, query, draw }) {
  return html`
    <form class="filters" onChange=${filter('dead-letters')} onSubmit=${filter('dead-letters')}>
      <${Choice} name="family" label="Family" values=${FAMILIES} query=${query} />
      <${Choice} name="code" label="Code" values=${[...new Set([query.code, ...Object.keys(answer?.codes ?? {})])].filter(Boolean)} query=${query} />
      <${Field} name="minutes" label="Last minutes" query=${query} hint="any" />
      <button type="submit">Filter</button>
    </form>
    ${answer && (answer.dead_letters.length ? html`<ol class="way">${answer.dead_letters.map(each => html`<li class="stage dead-letter" key=${each.id}>
      <h2>${plain(each.code)} ${each.decision && html`<${State} name=${each.decision} />`} <small>${clock(each.at)}</small></h2>
      <p>${plain(each.reason)}</p>
      ${each.remedy && html`<p><b>Do:</b> ${each.remedy}</p>`}
      <dl><dt>id</dt><dd class="id">${each.id}</dd><dt>stage</dt><dd>${plain(each.stage)}</dd><dt>attempts</dt><dd>${each.attempts}</dd>
        <dt>origin</dt><dd><${Place} text=${each.origin} /></dd><dt>key</dt><dd class="id">${short(each.key)}</dd></dl>
      <${Value} place=${each.place} bytes=${each.value_bytes} draw=${draw} />
      <p class="note"><code>./tributary dead-letters redrive --id ${each.id}</code></p></li>`)}</ol>`
    : html`<p class="note">No dead letters.</p>`)}
    ${answer?.omitted > 0 && html`<p class="note">and ${answer.omitted} older ones</p>`}`;
}

/* Try it */

const seed = () => `${Date.now()}-${crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, '0')}`;

// The chosen example: its seed names the event, so that the same seed sends a duplicate.
const tried = { seed: seed(), list: null, sent: null, busy: false };

const anew = name => Object.assign(tried, { example: name, seed: seed(), sent: null });

async function send(name, ask) {
  const own = tried.seed;
  tried.busy = true;
  ask();
  const sent = await answered(parameters('try', { example: name, seed: own }, ['example', 'seed']), { method: 'POST' });
  tried.busy = false;
  if (tried.seed === own) tried.sent = sent; // else another example is shown by now
  ask();
}

function TryIt({ answer, query, ask, draw }) {
  tried.list = answer?.examples ? answer : tried.list;
  if (!tried.list) return null;
  const { sent, busy, list } = tried;
  const shown = list.examples.find(each => each.name === query.example) ?? list.examples[0];
  const sendable = list.sends && !shown.unknown.length;
  return html`
    <form class="filters" onChange=${filter('try')} onSubmit=${e => e.preventDefault()}>
      <label>Route <select name="example">${FAMILIES.map(family => html`<optgroup label=${family}>
        ${list.examples.filter(each => each.family === family).map(each => html`<option selected=${each === shown}>${each.name}</option>`)}</optgroup>`)}</select></label>
      ${sendable && html`<button type="button" disabled=${busy} onClick=${() => send(shown.name, ask)}>${sent ? 'Send again' : 'Send'}</button>`}
      ${sent && html`<button type="button" disabled=${busy} onClick=${() => { anew(query.example); ask(); }}>New event</button>`}
    </form>
    ${!list.sends && html`<p class="note">This console only shows commands: <code>./tributary up</code> at a loopback address sends them, too.</p>`}
    ${list.sends && !sendable && html`<p class="note">${shown.note ?? `The pipeline does not know the secret of ${shown.unknown.join(' and ')}.`} So it cannot be sent from here.</p>`}
    <pre class="commands" tabindex="0">${shown.commands.join('\n\n')}</pre>
    <p class="note">Secrets are variables: <code>./tributary tokens --data DIR</code> prints them, where DIR is <code>data</code> in the line that <code>up</code> printed.</p>
    ${sent && html`<h2>Answer ${sent.status && html`<${State} name=${sent.status} />`}</h2>
      ${sent.of && sent.of !== shown.name && html`<p>of ${sent.of}</p>`}
      ${sent.error ? html`<p class="problem" role="alert">${plain(sent.error)}</p>` : html`<${Json} value=${sent.answer} />`}`}
    ${sent?.accepted && answer?.events && (answer.events.length ? html`<${Event} answer=${answer} query=${query} draw=${draw} />`
      : html`<p class="note" role="status">on its way…</p>`)}`;
}

function tryUrl(query) {
  if (query.example !== tried.example) anew(query.example);
  if (!tried.sent) return parameters('try', tried, ['seed']);
  return tried.sent.accepted && parameters('trace', { id: tried.sent.request_id }, ['id']);
}

const recent = (name, query) => query.minutes > 0 ? { ...query, [name]: String(Date.now() - query.minutes * 60000) } : query;

export const pages = {
  overview: { title: 'Overview', menu: true, view: Overview, url: () => 'overview', again: () => 1000 },
  events: { title: 'Events', menu: true, view: Events, again: () => 1000,
    url: query => parameters('events', recent('from', query), ['family', 'result', 'key', 'from']) },
  event: { title: 'Event', view: Event, again: answer => unfinished(answer) ? 1000 : 0,
    url: query => (query.id || query.event) && parameters('trace', query, ['id', 'event', 'since']) },
  tables: { title: 'Tables', menu: true, view: Tables, again: () => 0,
    url: query => parameters('tables', query, ['table', 'key', 'index', 'sort', 'order']) },
  'dead-letters': { title: 'Dead letters', menu: true, view: DeadLetters, again: () => 0,
    url: query => parameters('dead-letters', recent('since', query), ['family', 'code', 'since']) },
  try: { title: 'Try it', menu: true, view: TryIt, url: tryUrl,
    again: answer => answer.events && (!answer.events.length || unfinished(answer)) ? 1000 : 0 },
};
