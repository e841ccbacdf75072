'use strict';

// Shows an AsyncAPI document as the catalogue makes it. Everything is put in as text, never as
// markup, so that nothing in a description can become part of the page.
window.Topics = (() => {
  const FAMILY = 'tributary';
  let root;

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  const code = (text) => element('code', {}, String(text));

  // `such` is code
  function prose(text) {
    return text.trim().split(/\n\s*\n/).map((paragraph) => {
      const parts = paragraph.split('`');
      return element('p', {}, ...parts.map((part, i) => (i % 2 ? code(part) : part)));
    });
  }

  function resolve(node) {
    if (!node || typeof node.$ref !== 'string') {
      return node;
    }
    return node.$ref.slice(2).split('/')
      .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'))
      .reduce((found, part) => found?.[part], root);
  }

  function table(label, titles, rows) {
    const head = element('tr', {}, ...titles.map((title) => element('th', { scope: 'col' }, title)));
    const body = rows.map((cells) => element('tr', {}, ...cells.map((cell, i) =>
      (i === 0 ? element('th', { scope: 'row' }, cell) : element('td', {}, cell)))));
    return element('div', { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': label },
      element('table', {}, element('thead', {}, head), element('tbody', {}, ...body)));
  }

  function definitions(pairs) {
    const list = element('dl', {});
    for (const [term, ...values] of pairs) {
      list.append(element('dt', {}, term), element('dd', {}, ...values));
    }
    return list;
  }

  const isRecord = (type) => type && type.type === 'record';

  // What a field may hold, in a few words
  function typeName(type) {
    if (Array.isArray(type)) {
      return type.map(typeName).join(' or ');
    }
    if (typeof type === 'string') {
      return type.slice(type.lastIndexOf('.') + 1);
    }
    if (type.logicalType) {
      return type.logicalType;
    }
    switch (type.type) {
      case 'array': return `array of ${typeName(type.items)}`;
      case 'map': return `map of ${typeName(type.values)}`;
      case 'enum': return `${type.name}: ${type.symbols.join(', ')}`;
      default: return type.name || typeName(type.type);
    }
  }

  // Records within a type that are spelled out in it
  function recordsIn(type) {
    if (Array.isArray(type)) {
      return type.flatMap(recordsIn);
    }
    if (isRecord(type)) {
      return [type];
    }
    return type && typeof type === 'object' ? recordsIn(type.items || type.values) : [];
  }

  function fields(schema, title) {
    const rows = schema.fields.map((field) =>
      [code(field.name), typeName(field.type), field.doc || '']);
    const within = schema.fields.flatMap((field) => recordsIn(field.type)).map((record) =>
      element('details', { class: 'within' },
        element('summary', {}, code(record.name)),
        ...prose(record.doc || ''),
        fields(record, record.name)));
    return element('div', {}, table(`Fields of ${title}`, ['Field', 'Type', 'Meaning'], rows),
      ...within);
  }

  function headerTable(headers) {
    const required = new Set(headers.required || []);
    const rows = Object.entries(headers.properties || {}).map(([name, header]) =>
      [code(name), required.has(name) ? 'always' : 'at times', header.description || '']);
    return element('div', {}, ...prose(headers.description || ''),
      rows.length ? table('Headers', ['Header', 'There', 'Meaning'], rows) : null);
  }

  function sample(name, value) {
    return element('pre', { tabindex: '0', 'aria-label': `Example of ${name}` },
      code(JSON.stringify(value, null, 2)));
  }

  function messageParts(message) {
    const payload = resolve(message.payload) || {};
    const example = message.examples?.[0]?.payload;
    const parts = [element('h4', {}, 'Value: ', code(message.name))];
    if (payload.schema) {
      parts.push(fields(payload.schema, message.name));
    } else {
      parts.push(...prose(payload.description || ''));
    }
    if (example !== undefined) {
      parts.push(element('h4', {}, 'Example'), sample(message.name, example));
    }
    parts.push(element('h4', {}, 'Headers'), headerTable(resolve(message.headers) || {}));
    return parts;
  }

  function settings(kafka) {
    return Object.entries(kafka.topicConfiguration).map(([name, value]) =>
      element('span', { class: 'setting' }, code(`${name}=${value}`), ' '));
  }

  function facts(channel) {
    const own = channel['x-tributary'];
    const kafka = channel.bindings.kafka;
    const names = (modules) => (modules.length ? modules.join(', ') : 'subscribers alone');
    return definitions([
      ['Sent by', names(own.senders)],
      ['Received by', names(own.receivers)],
      ['Key', code(own.key.form)],
      ['Key, for example', code(own.key.example)],
      ['Partition', `${own.key.partitioner} of `, code(own.key.partitionedBy), `, ${kafka.partitions} in all`],
      ['Kept', own.retention],
      ['Tombstones', own.tombstones ? 'yes: no value, the key is gone' : 'no'],
      ['Generations', own.generations],
      ['Settings', ...settings(kafka)],
    ]);
  }

  const anchor = (name) => `topic/${name}`;

  // Filled when it is opened: a page of all fields of all topics is slow
  function topic(name, channel) {
    const summary = element('summary', {},
      element('span', { class: 'topic' }, name), ' ',
      element('span', { class: 'kind' }, channel['x-tributary'].kind));
    const details = element('details', { id: anchor(name), class: 'channel' }, summary,
      element('p', { class: 'what' }, channel.description));
    details.addEventListener('toggle', () => {
      if (details.open && !details.dataset.filled) {
        details.dataset.filled = 'yes';
        details.append(facts(channel),
          ...Object.values(channel.messages).flatMap((message) => messageParts(resolve(message))));
      }
    });
    details.dataset.words =
      `${name} ${channel['x-tributary'].kind} ${channel.description}`.toLowerCase();
    return details;
  }

  function family(name, channels) {
    const heading = name === FAMILY ? 'Of the pipeline itself' : `Family ${name}`;
    return element('section', { class: 'family', 'aria-label': heading },
      element('h3', {}, heading), ...channels.map(([key, channel]) => topic(key, channel)));
  }

  function search(home) {
    const count = element('p', { class: 'count', 'aria-live': 'polite' });
    const input = element('input', { type: 'search', id: 'find', autocomplete: 'off' });
    const choose = () => {
      const words = input.value.toLowerCase().split(/\s+/);
      let shown = 0;
      for (const each of home.querySelectorAll('details.channel')) {
        each.hidden = !words.every((word) => each.dataset.words.includes(word));
        shown += each.hidden ? 0 : 1;
      }
      for (const each of home.querySelectorAll('.family')) {
        each.hidden = !each.querySelector('details.channel:not([hidden])');
      }
      count.textContent = `${shown} topics`;
    };
    input.addEventListener('input', choose);
    return {
      choose,
      node: element('div', { class: 'find' },
        element('label', { for: 'find' }, 'Find a topic by name, kind or words '), input, count),
    };
  }

  function servers(all) {
    return definitions(Object.entries(all).map(([name, server]) =>
      [name, server.description, ...(server.bindings
        ? [' For example ', code(server.bindings.kafka.schemaRegistryUrl), '.'] : [])]));
  }

  function show(home, description) {
    root = description;
    const families = new Map();
    for (const [name, channel] of Object.entries(description.channels)) {
      const own = channel['x-tributary'].family;
      families.set(own, [...(families.get(own) || []), [name, channel]]);
    }
    const finding = search(home);
    home.replaceChildren(
      element('h2', {}, `${description.info.title} ${description.info.version}`),
      element('p', { class: 'note' }, 'What subscribers read. ',
        element('a', { href: '/asyncapi.yaml' }, 'asyncapi.yaml'), ' is the same for machines.'),
      ...prose(description.info.description),
      servers(description.servers),
      finding.node,
      ...[...families].map(([name, channels]) => family(name, channels)));
    finding.choose();
  }

  // Opens the topic that the address names
  function reveal(hash) {
    const details = document.getElementById(decodeURIComponent(hash.slice(1)));
    if (details instanceof HTMLDetailsElement) {
      details.open = true;
      details.scrollIntoView();
      details.querySelector('summary').focus();
    }
  }

  return { show, reveal };
})();
