'use strict';

// Which of the two descriptions is shown, by the part of the address behind the #, so that links and
// the back button work. Each is loaded when it is first asked for.
(() => {
  const views = {
    http: { open: openHttp, title: 'HTTP API' },
    topics: { open: openTopics, title: 'Topics' },
  };
  const opened = new Set();

  function openHttp() {
    window.SwaggerUIBundle({
      url: '/openapi.yaml',
      dom_id: '#swagger',
      docExpansion: 'none',
      deepLinking: true,
      defaultModelsExpandDepth: 0,
      persistAuthorization: false,
      presets: [window.SwaggerUIBundle.presets.apis],
      validatorUrl: null,
    });
  }

  async function openTopics() {
    const home = document.getElementById('topics');
    home.textContent = 'Loading …';
    try {
      const answer = await fetch('/asyncapi.yaml');
      if (!answer.ok) {
        throw new Error(`asyncapi.yaml: ${answer.status}`);
      }
      window.Topics.show(home, window.jsyaml.load(await answer.text()));
      window.Topics.reveal(location.hash);
    } catch (failure) {
      opened.delete('topics');
      home.textContent = `The topics cannot be shown: ${failure.message}`;
    }
  }

  // Swagger UI's own links look like #/devices/postReadings
  const viewOf = (hash) => (/^#topics?(\/|$)/.test(hash) ? 'topics' : 'http');

  function show() {
    if (location.hash === '#main') {
      return;
    }
    const chosen = viewOf(location.hash);
    for (const [name, view] of Object.entries(views)) {
      const here = name === chosen;
      document.getElementById(name).hidden = !here;
      const link = document.getElementById(`to-${name}`);
      if (here) {
        link.setAttribute('aria-current', 'page');
        document.title = `Tributary: ${view.title}`;
      } else {
        link.removeAttribute('aria-current');
      }
    }
    if (!opened.has(chosen)) {
      opened.add(chosen);
      views[chosen].open();
    } else if (chosen === 'topics') {
      window.Topics.reveal(location.hash);
    }
  }

  // Swagger UI brings a dark form of its own, which goes by a class
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const colour = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', colour);
  colour();

  window.addEventListener('hashchange', show);
  show();
})();
