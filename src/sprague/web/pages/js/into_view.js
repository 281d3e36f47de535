/** Scrolls to a part of the page, which may be outside the visible part on a phone. @param {string} selector */
export const bringIntoView = (selector) => document.querySelector(selector)?.scrollIntoView({ block: "nearest" });
