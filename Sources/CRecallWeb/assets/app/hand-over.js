// Keeps the secrets of a new session in the storage of this port, and opens the app. The page that loads it stands before the
// app: see session.js.

localStorage.setItem("recall.session", document.querySelector("meta[name=recall-session]").content);
location.replace("/");
