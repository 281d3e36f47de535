/** The lessons: the list of lessons, the current step with its text and its task, and the way to the next step. */
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { query } from "../api.js";
import { Icon } from "../icons.js";
import { LabelTask } from "./label_task.js";
import { LessonBoard } from "./lesson_board.js";
import { readProgress, storeProgress } from "./progress.js";
import { Prose } from "./prose.js";
import { ChoiceTask, ColumnsTask, GroupsTask, MexTask } from "./quiz_tasks.js";
import { LESSONS } from "./steps.js";

/**
 * @typedef {import("./steps.js").Lesson} Lesson
 * @typedef {import("./steps.js").Step} Step
 * @typedef {{lesson: Lesson, step: Step}} Place
 */

const TASKS = { match: LessonBoard, move: LessonBoard, choice: ChoiceTask, groups: GroupsTask, columns: ColumnsTask, mex: MexTask, label: LabelTask, links: LinksTask };

const FIRST = /** @type {Lesson} */ (LESSONS[0]);

/** The id of a step in the stored progress. @param {Lesson} lesson @param {Step} step */
const keyOf = (lesson, step) => `${lesson.id}/${step.id}`;

/** The address of a step. @param {Lesson} lesson @param {Step} step */
const addressOf = (lesson, step) => `/learn?${query({ lesson: lesson.id, step: step.id })}`;

/**
 * The place in the address of the page; without a step, the first step that is not completed.
 * A lesson is given by its id or its number, so that teachers can write addresses by hand.
 * @param {ReadonlySet<string>} done
 * @returns {Place}
 */
function readPlace(done) {
  const words = new URLSearchParams(location.search);
  const name = words.get("lesson");
  const isOpen = (/** @type {Lesson} */ one) => one.steps.some((step) => !done.has(keyOf(one, step)));
  const lesson = LESSONS.find((one, place) => one.id === name || String(place + 1) === name) ?? LESSONS.find(isOpen) ?? FIRST;
  const wanted = lesson.steps.find((one, place) => one.id === words.get("step") || String(place + 1) === words.get("step"));
  const step = wanted ?? lesson.steps.find((one) => !done.has(keyOf(lesson, one))) ?? lesson.steps[0];
  return { lesson, step: /** @type {Step} */ (step) };
}

export function Learn() {
  const [done, setDone] = useState(readProgress);
  const [{ lesson, step }, setPlace] = useState(() => readPlace(done));
  const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  const onward = useRef(/** @type {HTMLElement | null} */ (null));
  const isFirst = useRef(true);
  const shown = useRef({ key: "", isDone: false }); // the step that was drawn last
  useEffect(() => {
    const walk = () => setPlace(readPlace(readProgress()));
    addEventListener("popstate", walk);
    return () => removeEventListener("popstate", walk);
  }, []);
  useEffect(() => {
    document.title = `${step.title} · Learn · Sprague`;
    if (!isFirst.current) {
      heading.current?.focus();
      heading.current?.scrollIntoView({ block: "center" });
    }
    isFirst.current = false;
  }, [step]);

  const go = (/** @type {Lesson} */ to, /** @type {Step} */ at) => (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", addressOf(to, at));
    setPlace({ lesson: to, step: at });
  };
  const change = (/** @type {ReadonlySet<string>} */ next) => {
    setDone(next);
    storeProgress(next);
  };
  const complete = () => change(new Set([...readProgress(), keyOf(lesson, step)]));
  const forget = () => change(new Set());

  const number = lesson.steps.indexOf(step);
  const before = lesson.steps[number - 1];
  const next = lesson.steps[number + 1];
  const isDone = done.has(keyOf(lesson, step));
  useEffect(() => {
    const key = keyOf(lesson, step);
    // On a phone, the text after a task and the link to the next step may be below the screen.
    if (isDone && shown.current.key === key && !shown.current.isDone) onward.current?.scrollIntoView({ block: "nearest" });
    shown.current = { key, isDone };
  }, [lesson, step, isDone]);
  const Task = /** @type {any} */ (TASKS[step.task.kind]);
  return html`<div class="learn-page">
    <${LessonList} current=${lesson} done=${done} go=${go} />
    <div class="lesson">
      <section class="card step" aria-labelledby="step-title">
        <ol class="dots" aria-label="Steps of this lesson">
          ${lesson.steps.map(
            (one, place) => html`<li>
              <a
                href=${addressOf(lesson, one)}
                class=${done.has(keyOf(lesson, one)) ? "done" : ""}
                aria-current=${one === step ? "step" : undefined}
                aria-label=${`Step ${place + 1}: ${one.title}${done.has(keyOf(lesson, one)) ? ", done" : ""}`}
                title=${one.title}
                onClick=${go(lesson, one)}
              >${done.has(keyOf(lesson, one)) ? html`<${Icon} name="check" />` : place + 1}</a>
            </li>`,
          )}
        </ol>
        <h1 id="step-title" ref=${heading} tabindex="-1">${step.title}</h1>
        ${step.text.map((paragraph) => html`<p><${Prose} text=${paragraph} /></p>`)}
        <p class=${`goal ${isDone ? "done" : ""}`}>
          <span class="badge ${isDone ? "good" : ""}">${isDone ? "done" : "your task"}</span> ${step.goal}
        </p>
      </section>
      <div class="task"><${Task} key=${keyOf(lesson, step)} task=${step.task} onDone=${complete} /></div>
      <section class="onward" aria-label="Next" ref=${onward}>
        <div role="status">${isDone && step.after && html`<p class="after"><${Prose} text=${step.after} /></p>`}</div>
        <div class="row">
          ${before && html`<a class="button" href=${addressOf(lesson, before)} onClick=${go(lesson, before)}><${Icon} name="back" />Back</a>`}
          <span class="spacer"></span>
          ${next && html`<a class=${`button ${isDone ? "primary" : ""}`} href=${addressOf(lesson, next)} onClick=${go(lesson, next)}>${isDone ? "Next step" : "Skip"}<${Icon} name="forward" /></a>`}
        </div>
      </section>
    </div>
    ${done.size > 0 && html`<button class="button quiet forget" onClick=${forget}>Clear my progress</button>`}
  </div>`;
}

/** @param {{current: Lesson, done: ReadonlySet<string>, go: (lesson: Lesson, step: Step) => (event: MouseEvent) => void}} properties */
function LessonList({ current, done, go }) {
  return html`<nav class="lessons" aria-label="Lessons">
    <ol>
      ${LESSONS.map((lesson, place) => {
        const count = lesson.steps.filter((step) => done.has(keyOf(lesson, step))).length;
        const first = lesson.steps.find((step) => !done.has(keyOf(lesson, step))) ?? /** @type {Step} */ (lesson.steps[0]);
        return html`<li>
          <a class="card lesson-link" href=${addressOf(lesson, first)} aria-current=${lesson === current ? "true" : undefined} onClick=${go(lesson, first)}>
            <span class="lesson-title">${place + 1}. ${lesson.title}</span>
            <span class="lesson-words small soft">${lesson.words}</span>
            <span class="small soft">${count === lesson.steps.length ? "completed" : `${count} of ${lesson.steps.length} steps`}</span>
          </a>
        </li>`;
      })}
    </ol>
  </nav>`;
}

/** @param {{task: import("./steps.js").LinksTask, onDone: () => void}} properties */
function LinksTask({ task, onDone }) {
  return html`<ul class="choices links-task">
    ${task.links.map(
      ({ text, page, fields, words }) => html`<li><a class="card" href=${fields ? `${page}?${query(fields)}` : page} onClick=${onDone}><strong>${text}</strong><span class="soft small">${words}</span></a></li>`,
    )}
  </ul>`;
}
