/** Starts Swagger UI on the hub's OpenAPI document. Calls made from the page carry the session's CSRF token. */
const place = document.getElementById("swagger-ui");
const token = document.querySelector("meta[name=csrf-token]")?.content;

window.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.schema,
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  requestInterceptor(request) {
    const here = new URL(request.url, location.href).origin === location.origin;
    if (here && token && request.method !== "GET") request.headers["X-CSRFToken"] = token;
    return request;
  },
});
