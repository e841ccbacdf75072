// Parts of all pages. Text reaches the page as text alone: no page uses innerHTML.
import { h, render } from './preact.js';
import htm from './htm.js';

export const html = htm.bind(h);
export { render };

// Longer values are shown in part: a browser lays out a megabyte slowly.
const MOST_CHARACTERS = 20000;

// Characters that would change the direction or the look of the text around them.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

export function plain(text) {
  return String(text).replace(HIDDEN, c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
}

export function short(text, most = 120) {
  const shown = plain(text);
  return shown.length > most ? shown.slice(0, most) + '…' : shown;
}

export function age(seconds) {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return seconds < 172800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} d`;
}

export const ago = iso => age(Math.max(0, (Date.now() - Date.parse(iso)) / 1000)) + ' ago';
export const clock = iso => iso.slice(0, 10) + ' ' + iso.slice(11, 23);
export const rate = perSecond => `${perSecond > 0 && perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`;

export function link(page, parameters = {}) {
  const query = Object.entries(parameters).filter(([, value]) => value)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return '#/' + page + (query ? '?' + query : '');
}

export function Json({ value }) {
  const text = JSON.stringify(value, null, 2);
  const cut = text.length > MOST_CHARACTERS;
  return html`<pre tabindex="0">${plain(cut ? text.slice(0, MOST_CHARACTERS) : text)}</pre>
    ${cut && html`<p class="note">${(text.length - MOST_CHARACTERS).toLocaleString('en')} more characters are
      not shown; <code>./tributary trace</code> prints all.</p>`}`;
}

export const State = ({ name }) => html`<span class=${'state ' + name.split(/[: ]/)[0].replace('_', '-')}>${plain(name).replace('_', ' ')}</span>`;

// Text with commands between backquotes.
export const Words = ({ text }) => plain(text).split('`').map((part, i) => i % 2 ? html`<code>${part}</code>` : part);

export function Waiting({ answer }) {
  if (!answer) return html`<p class="note" role="status">Loading…</p>`;
  if (answer.error) return html`<p class="problem" role="alert">${plain(answer.error)}</p>`;
  return answer.progress ? html`<p class="note" role="status">${plain(answer.progress)}…</p>` : null;
}

export const missing = answer => !answer || answer.error || answer.progress;
